"""The fans of one reading: which apply, and which the exclusion table takes away."""

from collections import Counter

from tests.reference.hands import CHOW, CONCEALED_KONG, MELDED_KONG, PUNG, RefHand, meld_tiles
from tests.reference.mcr_forest import Fan
from tests.reference.mcr_rules import EXCLUDES, EXCLUDES_INSIDE, Switches
from tests.reference.mcr_shapes import (
    HONORS_AND_KNITTED,
    KNITTED_STRAIGHT,
    PAIR_NODE,
    REGULAR,
    SEVEN_PAIRS,
    THIRTEEN_ORPHANS,
    Reading,
)

GREENS = {19, 20, 21, 23, 25, 32}  # 2s 3s 4s 6s 8s and the green dragon
REVERSIBLE = {9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31}
HONORS = set(range(27, 34))
WINDS = {27, 28, 29, 30}
DRAGONS = {31, 32, 33}
TERMINALS = {0, 8, 9, 17, 18, 26}
KONGS = (MELDED_KONG, CONCEALED_KONG)


def all_tiles(hand: RefHand) -> list[int]:
    """Standing and melded tiles."""
    return [*hand.concealed, *(tile for meld in hand.melds for tile in meld_tiles(*meld))]


def ranks_of(tiles: list[int] | set[int]) -> set[int]:
    """The ranks of suit tiles; an honor counts as rank 0."""
    return {tile % 9 + 1 if tile < 27 else 0 for tile in tiles}


def no_melded_set(hand: RefHand) -> bool:
    """No set is melded; concealed kongs are allowed."""
    return all(kind == CONCEALED_KONG for kind, _ in hand.melds)


def single_fans(
    hand: RefHand, reading: Reading, waits: frozenset[int], switches: Switches
) -> list[Fan]:
    """Every fan of a reading that is no combination of sets, before exclusions."""
    fans = [
        *tile_fans(hand, reading),
        *shape_fans(hand, reading),
        *hogs(hand, reading, switches),
        *kong_and_concealment_fans(reading, switches),
        *pung_fans(hand, reading),
    ]
    fans += manner_fans(hand)
    fans += wait_fans(hand, reading, waits, switches)
    fans += self_draw_fans(hand, fans, switches)
    return fans


def tile_fans(hand: RefHand, reading: Reading) -> list[Fan]:
    """Fans of the kinds of tiles used; the knitted shapes and thirteen orphans mix too many."""
    kinds = set(all_tiles(hand))
    suits = {tile // 9 for tile in kinds if tile < 27}
    ranks = ranks_of(kinds)
    numbers = []
    if reading.shape in (REGULAR, SEVEN_PAIRS):
        if kinds <= GREENS:
            numbers.append(3)
        if kinds <= TERMINALS:
            numbers.append(8)
        if kinds <= HONORS:
            numbers.append(11)
        if kinds <= TERMINALS | HONORS and kinds & TERMINALS and kinds & HONORS:
            numbers.append(18)
        if len(suits) == 1 and not kinds & HONORS:
            numbers.append(22)
        if len(suits) == 1 and kinds & HONORS:
            numbers.append(50)
        if ranks <= {7, 8, 9}:
            numbers.append(25)
        if ranks <= {4, 5, 6}:
            numbers.append(26)
        if ranks <= {1, 2, 3}:
            numbers.append(27)
        if ranks <= {6, 7, 8, 9}:
            numbers.append(36)
        if ranks <= {1, 2, 3, 4}:
            numbers.append(37)
        if kinds <= REVERSIBLE:
            numbers.append(40)
        if not kinds & (TERMINALS | HONORS):
            numbers.append(68)
        if len(suits) == 2:
            numbers.append(75)
    if len(suits) == 3 and kinds & WINDS and kinds & DRAGONS:
        numbers.append(52)
    if not kinds & HONORS:
        numbers.append(76)
    return [Fan(number) for number in numbers]


def shape_fans(hand: RefHand, reading: Reading) -> list[Fan]:
    """Fans of the shape as a whole."""
    if reading.shape == THIRTEEN_ORPHANS:
        return [Fan(7)]
    if reading.shape == HONORS_AND_KNITTED:
        fans = [Fan(20 if set(hand.concealed) >= HONORS else 34)]
        return fans + ([Fan(35)] if reading.knit else [])
    if reading.shape == SEVEN_PAIRS:
        return [Fan(6), Fan(19)] if is_seven_shifted(hand) else [Fan(19)]
    assert reading.pair is not None
    chows_only = all(s.kind == CHOW for s in reading.sets) and reading.pair < 27
    if reading.shape == KNITTED_STRAIGHT:
        return [Fan(35), Fan(63)] if chows_only else [Fan(35)]
    return [Fan(number) for number in _four_set_fans(hand, reading, chows_only)]


def is_seven_shifted(hand: RefHand) -> bool:
    """Seven different pairs, one suit, consecutive ranks."""
    kinds = sorted(set(hand.concealed))
    low = kinds[0]
    return kinds == list(range(low, low + 7)) and low // 9 == kinds[-1] // 9 and kinds[-1] < 27


def is_nine_gates(hand: RefHand) -> bool:
    """No meld, and 1112345678999 of one suit before the win."""
    before = list(hand.concealed)
    before.remove(hand.win_tile)
    start = 9 * (hand.win_tile // 9)
    gates = [start + rank - 1 for rank in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)]
    return start < 27 and before == gates


def _four_set_fans(hand: RefHand, reading: Reading, chows_only: bool) -> list[int]:
    assert reading.pair is not None
    groups = [set(meld_tiles(s.kind, s.tile)) for s in reading.sets] + [{reading.pair}]
    numbers = []
    if is_nine_gates(hand):
        numbers.append(4)
    if all(s.kind != CHOW for s in reading.sets):
        numbers.append(49)
        if all(ranks_of(group) <= {2, 4, 6, 8} for group in groups):
            numbers.append(21)
    if all(5 in ranks_of(group) for group in groups):
        numbers.append(31)
    if all(group & (TERMINALS | HONORS) for group in groups):
        numbers.append(55)
    if chows_only:
        numbers.append(63)
    melded = all(kind != CONCEALED_KONG for kind, _ in hand.melds)
    if len(hand.melds) == 4 and melded and not hand.self_draw:
        numbers.append(53)
    return numbers


def hogs(hand: RefHand, reading: Reading, switches: Switches) -> list[Fan]:
    """Tile Hog for every kind held four times and not declared as a kong."""
    number = Counter(all_tiles(hand))
    declared = {tile for kind, tile in hand.melds if kind in KONGS}
    kinds = [tile for tile, count in number.items() if count == 4 and tile not in declared]
    if any(tile in HONORS for tile in kinds) and switches["tile_hog_of_honors"] == "refuse":
        kinds = [tile for tile in kinds if tile not in HONORS]
    return [Fan(64)] * len(kinds)


def kong_and_concealment_fans(reading: Reading, switches: Switches) -> list[Fan]:
    """The matrix of section 3.4."""
    concealed = sum(s.kind == CONCEALED_KONG for s in reading.sets)
    melded = sum(s.kind == MELDED_KONG for s in reading.sets)
    pungs = sum(s.kind == PUNG and s.hidden for s in reading.sets)
    one_fan = {(1, 0): 67, (0, 1): 74, (2, 0): 48, (0, 2): 57, (1, 1): 82}
    numbers = []
    if concealed + melded <= 2:
        if concealed + melded:
            numbers.append(one_fan[concealed, melded])
    else:
        numbers.append(17 if concealed + melded == 3 else 5)
        if concealed in (1, 2) and switches["kong_fans_beside_three_or_four_kongs"] == "count":
            numbers.append(67 if concealed == 1 else 48)
    hidden_sets = concealed + pungs
    if hidden_sets >= 2 and not (48 in numbers and pungs == 0):
        numbers.append({2: 66, 3: 33, 4: 12}[hidden_sets])
    return [Fan(number) for number in numbers]


def pung_fans(hand: RefHand, reading: Reading) -> list[Fan]:
    """Fans of one pung or kong: dragons, winds, terminals."""
    fans = []
    for node, s in enumerate(reading.sets):
        here = frozenset({node})
        if s.kind == CHOW:
            continue
        if s.tile in DRAGONS:
            fans.append(Fan(59, here))
        if s.tile == 27 + hand.round_wind:
            fans.append(Fan(60, here))
        if s.tile == 27 + hand.seat_wind:
            fans.append(Fan(61, here))
        if s.tile in TERMINALS | WINDS:
            fans.append(Fan(73, here))
    return fans


def manner_fans(hand: RefHand) -> list[Fan]:
    """Fans of the circumstances of the win, self-draw apart."""
    numbers = []
    melded = [tile for meld in hand.melds for tile in meld_tiles(*meld)]
    if hand.last_wall_tile:
        numbers.append(44 if hand.self_draw else 45)
    if hand.kong:
        numbers.append(46 if hand.self_draw else 47)
    if hand.last_of_kind or melded.count(hand.win_tile) == 3:
        numbers.append(58)
    if no_melded_set(hand) and not hand.self_draw:
        numbers.append(62)
    return [Fan(number) for number in numbers]


def self_draw_fans(hand: RefHand, others: list[Fan], switches: Switches) -> list[Fan]:
    """Self-Drawn, and Fully Concealed Hand where the hand may take it."""
    if not hand.self_draw:
        return []
    if not no_melded_set(hand):
        return [Fan(80)]
    by_nature = any(fan.number in (4, 6, 7, 12, 19, 20, 34) for fan in others)
    if by_nature and switches["concealed_by_nature_self_draw"] == 80:
        return [Fan(80)]
    return [Fan(56), Fan(80)]


def wait_fans(
    hand: RefHand, reading: Reading, waits: frozenset[int], switches: Switches
) -> list[Fan]:
    """Edge, Closed or Single Wait, if the hand waited for one kind only (section 3.1)."""
    if len(waits) != 1 or hand.heaven or reading.owner is None:
        return []
    if reading.shape == KNITTED_STRAIGHT:
        ruling = switches["knitted_wait"]
        if ruling == "never" or (ruling == "outside" and hand.win_tile in reading.knit):
            return []
    if reading.owner == PAIR_NODE:
        return [Fan(79)]
    owner = reading.sets[reading.owner]
    if owner.kind == CHOW and hand.win_tile == owner.tile + 1:
        return [Fan(78)]
    rank = hand.win_tile % 9 + 1
    if owner.kind == CHOW and (
        (rank == 3 and hand.win_tile == owner.tile + 2)
        or (rank == 7 and hand.win_tile == owner.tile)
    ):
        return [Fan(77)]
    return []


def drop_excluded(fans: list[Fan], switches: Switches) -> list[int]:
    """The sorted numbers that the exclusion table leaves; a dropped fan drops nothing."""
    left = sorted(fans)
    position = 0
    while position < len(left):
        fan = left[position]
        beside = EXCLUDES.get(fan.number, set())
        inside = EXCLUDES_INSIDE.get(fan.number, set())
        if beside or inside:
            left = [
                other
                for other in left
                if other.number not in beside
                and not (other.number in inside and other.nodes <= fan.nodes)
            ]
            position = left.index(fan)
        position += 1
    numbers = [fan.number for fan in left]
    return _drop_by_switches(numbers, switches)


def _drop_by_switches(numbers: list[int], switches: Switches) -> list[int]:
    """The exclusions that section 6 makes a matter of the rule set."""
    if 3 in numbers and 50 in numbers and switches["half_flush_in_all_green"] == "refuse":
        numbers.remove(50)
    if 4 in numbers and 73 in numbers:
        if switches["nine_gates_terminal_pung"] == "drop all":
            numbers = [number for number in numbers if number != 73]
        else:
            numbers.remove(73)
    if 8 in numbers and 65 in numbers and switches["double_pung_in_all_terminals"] == "refuse":
        numbers = [number for number in numbers if number != 65]
    forced_hog = 19 in numbers and (3 in numbers or 8 in numbers) and 64 in numbers
    if forced_hog and switches["forced_tile_hog"] == "drop one":
        numbers.remove(64)
    return numbers
