import copy
import pickle
from collections import Counter

import numba
import numpy as np
import pytest
from hypothesis import given

from hulebook.errors import STATUS_NAMES, BadHand, Status
from hulebook.hands import check
from hulebook.hands.hand import CHOW, CONCEALED_KONG, MELDED_KONG, PUNG, Hand, Meld
from hulebook.hands.tiles import parse_tiles
from tests.hand_strategies import hands

Row = tuple[list[int], list[int], int, int, int, int, int]

ORPHANS = "19m19p19sESWNCFP"


def expected_status(row: Row) -> int:
    """The published list, said once more without the tricks of the compiled check."""
    counts, meld_bytes, win_tile, self_draw, flags, seat_wind, round_wind = row
    last_of_kind, last_wall_tile, kong, heaven, earth = (bool(flags >> bit & 1) for bit in range(5))
    if any(count > 14 for count in counts):
        return Status.BAD_TILE
    melds = [divmod(byte, 34) for byte in meld_bytes if byte != 255]
    starts = [9 * suit + rank for suit in range(3) for rank in range(7)]
    if any(kind > 3 or (kind == 0 and tile not in starts) for kind, tile in melds):
        return Status.BAD_MELD
    if sum(counts) + 3 * len(melds) != 14:
        return Status.TILE_COUNT
    copies = Counter({tile: count for tile, count in enumerate(counts) if count})
    for kind, tile in melds:
        copies.update([tile, tile + 1, tile + 2] if kind == 0 else [tile] * (3 if kind == 1 else 4))
    if max(copies.values()) > 4:
        return Status.FIFTH_TILE
    if win_tile > 33 or counts[win_tile] == 0:
        return Status.WIN_TILE
    if seat_wind > 3 or round_wind > 3:
        return Status.BAD_WIND
    if flags > 31:
        return Status.BAD_FLAGS
    own_kong = any(kind >= 2 for kind, _ in melds)
    if kong and self_draw and not own_kong:
        return Status.KONG_WITHOUT_KONG
    if kong and not self_draw and copies[win_tile] > 1:
        return Status.ROBBED_HELD
    if kong and not self_draw and last_wall_tile:
        return Status.ROBBED_LAST_TILE
    if last_of_kind and counts[win_tile] > 1:
        return Status.LAST_STANDING
    if heaven and not (self_draw and not melds and not kong and seat_wind == 0):
        return Status.BAD_HEAVEN
    if earth and not (not self_draw and not melds and not kong and seat_wind != 0):
        return Status.BAD_EARTH
    return Status.OK


def plausible_row(random: np.random.Generator) -> Row:
    """Mostly a hand that can be, tiles drawn from few kinds so that faults are common."""
    kinds = random.choice(34, random.integers(5, 35), replace=False)
    wall = random.permutation(np.repeat(kinds, 4)).tolist()
    melds: list[int] = []
    for _ in range(random.integers(0, 5)):
        kind = int(random.choice([0, 0, 1, 1, 2, 3]))
        melds.append(34 * kind + int(random.choice(kinds)))
    slots = random.permutation(melds + [255] * (4 - len(melds))).tolist()
    counts = np.bincount(wall[: 14 - 3 * len(melds)], minlength=34).tolist()
    held = [tile for tile in range(34) if counts[tile]]
    win_tile = int(random.choice(held)) if random.random() < 0.95 else int(random.integers(0, 36))
    flags = int(random.choice([0, 1, 2, 4, 5, 6, 8, 16, 24, int(random.integers(0, 34))]))
    winds = [int(random.choice([0, 0, 1, 2, 3, 3, 4])) for _ in range(2)]
    return counts, slots, win_tile, int(random.integers(0, 2)), flags, winds[0], winds[1]


def hostile_row(random: np.random.Generator) -> Row:
    """A plausible row with a few bytes overwritten by any byte."""
    row = plausible_row(random)
    counts, melds = row[:2]
    for _ in range(random.integers(0, 3)):
        counts[random.integers(0, 34)] = int(random.choice([0, 1, 4, 5, 14, 15, 242, 255]))
    for _ in range(random.integers(0, 3)):
        melds[random.integers(0, 4)] = int(random.integers(0, 256))
    rest = [int(random.integers(0, 256)) if random.random() < 0.1 else part for part in row[2:]]
    return counts, melds, rest[0], rest[1], rest[2], rest[3], rest[4]


def any_row(random: np.random.Generator) -> Row:
    """Bytes, whatever they are."""
    counts, melds, rest = (random.integers(0, 256, size).tolist() for size in (34, 4, 5))
    return counts, melds, rest[0], rest[1], rest[2], rest[3], rest[4]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    random = np.random.default_rng(20260301)
    rows = [plausible_row(random) for _ in range(9_000)]
    rows += [hostile_row(random) for _ in range(4_000)]
    return rows + [any_row(random) for _ in range(500)]


def test_the_check_says_what_the_list_says(rows: list[Row]) -> None:
    statuses = [check.first_fault(*row) for row in rows]
    assert statuses == [expected_status(row) for row in rows]
    never = {Status.BAD_FLOWERS}
    assert set(statuses) == {Status.OK, *range(Status.BAD_TILE, Status.NO_FLOWERS)} - never
    assert 1_000 < statuses.count(Status.OK) < 5_000


def test_the_compiled_check_is_the_same_check(rows: list[Row]) -> None:
    compiled = numba.njit(check.first_fault)
    for row in rows:
        counts, melds = np.array(row[0], np.uint8), np.array(row[1], np.uint8)
        rest = [np.uint8(part) for part in row[2:]]
        rest[1] = np.bool_(row[3])
        assert compiled(counts, melds, *rest) == check.first_fault(*row), row


def test_a_row_becomes_the_hand_or_the_error_of_its_status(rows: list[Row]) -> None:
    for row in rows[::5]:
        status = check.first_fault(*row)
        if status == Status.OK:
            hand = Hand.from_row(*row, 3)
            assert list(hand.counts) == row[0]
            assert [byte for byte in hand.meld_bytes if byte != 255] == [
                byte for byte in row[1] if byte != 255
            ]
            again = Hand.from_row(hand.counts, hand.meld_bytes, *row[2:], 3)
            assert again == hand
            assert hash(again) == hash(hand)
            assert Hand.from_string(str(hand)) == hand
        else:
            with pytest.raises(BadHand) as caught:
                Hand.from_row(*row, 3)
            assert caught.value.status == status
            assert STATUS_NAMES[status] not in str(caught.value)


@given(hands())
def test_the_constructors_agree(hand: Hand) -> None:
    context = hand.context
    assert Hand(hand.concealed[::-1], hand.win_tile, hand.melds, **context) == hand
    assert Hand.from_tiles(np.array(hand.concealed), hand.win_tile, hand.melds, **context) == hand
    counts = np.frombuffer(hand.counts, np.uint8)
    assert Hand.from_counts(counts, hand.win_tile, hand.melds, **context) == hand
    tuples = [tuple(meld) for meld in hand.melds]
    assert Hand.from_counts(hand.counts, hand.win_tile, tuples, **context) == hand
    assert Hand.from_botzone(*hand.to_botzone(), **context).concealed == hand.concealed
    trusted = Hand._trusted(
        hand.concealed,
        hand.win_tile,
        hand.melds,
        hand.seat_wind,
        hand.round_wind,
        hand.self_draw,
        hand.flags,
        hand.flowers,
    )
    assert trusted == hand
    assert (trusted.counts, trusted.meld_bytes) == (hand.counts, hand.meld_bytes)


@given(hands())
def test_repr_pickle_and_copy_give_the_hand_back(hand: Hand) -> None:
    assert eval(repr(hand), {"Hand": Hand}) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert copy.deepcopy(hand) == hand
    assert all(pickle.loads(pickle.dumps(meld)) == meld for meld in hand.melds)


@given(hands())
def test_the_fields_of_a_hand(hand: Hand) -> None:
    assert list(hand.concealed) == sorted(hand.concealed)
    assert hand.win_tile in hand.concealed
    assert [hand.counts[tile] for tile in range(34)] == [
        hand.concealed.count(tile) for tile in range(34)
    ]
    bits = (hand.last_of_kind, hand.last_wall_tile, hand.kong, hand.heaven, hand.earth)
    assert sum(bit << place for place, bit in enumerate(bits)) == hand.flags
    assert list(hand.meld_bytes) == [meld.byte for meld in hand.melds] + [255] * (
        4 - len(hand.melds)
    )


def test_hands_differ_by_every_field() -> None:
    text = "[123m,1]1123456789p+1p|EE0000|0"
    others = [
        "[123m,2]1123456789p+1p|EE0000|0",
        "[123s,1]1123456789p+1p|EE0000|0",
        "[123m,1]1112345678p+9p|EE0000|0",
        "[123m,1]1123456788p+8p|EE0000|0",
        "[123m,1]1123456789p+1p|SE0000|0",
        "[123m,1]1123456789p+1p|ES0000|0",
        "[123m,1]1123456789p+1p|EE1000|0",
        "[123m,1]1123456789p+1p|EE0010|0",
        "[123m,1]1123456789p+1p|EE0000|1",
    ]
    distinct = {Hand.from_string(one) for one in (text, *others)}
    assert len(distinct) == 10
    assert Hand.from_string(text) != text


def test_a_hand_is_frozen() -> None:
    hand = Hand.from_string(ORPHANS + "1m")
    with pytest.raises(AttributeError, match="a Hand is frozen: 'win_tile' cannot be set"):
        hand.win_tile = 5
    with pytest.raises(AttributeError, match="a Hand is frozen: 'melds' cannot be deleted"):
        del hand.melds
    with pytest.raises(AttributeError):
        hand.other = 1


def test_melds() -> None:
    assert Meld(CHOW, 9).tiles == (9, 10, 11)
    assert Meld(PUNG, 33).tiles == (33, 33, 33)
    assert Meld(MELDED_KONG, 0).tiles == Meld(CONCEALED_KONG, 0).tiles == (0, 0, 0, 0)
    assert (Meld(PUNG, 3).source, Meld(CONCEALED_KONG, 3).source) == (1, 0)
    assert (Meld(PUNG, 3).kind, Meld(PUNG, 3).tile) == (1, 3)
    kind, tile, source = Meld(MELDED_KONG, np.uint8(33), 7)
    assert (kind, tile, source) == (2, 33, 7)
    assert Meld.from_byte(135) == Meld(CONCEALED_KONG, 33)
    assert [Meld.from_byte(byte).byte for byte in range(136)] == list(range(136))
    assert eval(repr(Meld(PUNG, 3, 2)), {"Meld": Meld}) == Meld(PUNG, 3, 2)


FAULTS = [
    (
        "[222m,1][444m,1][666p,1]66p88s+8s",
        Status.FIFTH_TILE,
        "five 6p: there are only four of each tile",
    ),
    (
        "[234s,1][789p,1][2222s][3333m]1m1m",
        Status.FIFTH_TILE,
        "five 2s: there are only four of each tile",
    ),
    (
        "[5555p][555p][456p]11m5p5p",
        Status.TILE_COUNT,
        "4 standing tiles and 3 melds make 13: a winning hand makes 14 "
        "(a meld counts as three, the winning tile is one of the standing tiles)",
    ),
    ("[5555p][555p][456p]111m5p", Status.TILE_COUNT, "4 standing tiles and 3 melds make 13: "),
    (
        "[5555p][555p][456p]111m55p",
        Status.FIFTH_TILE,
        "10 5p: there are only four of each tile",
    ),
    (ORPHANS, Status.TILE_COUNT, "13 standing tiles and 0 melds make 13: a winning hand makes 14 "),
    (
        "[1111m][1111p][1111s][EEEE][SSSS]1m",
        Status.TILE_COUNT,
        "1 standing tiles and 5 melds make 16: a winning hand makes 14 ",
    ),
    ("1" * 15 + "m", Status.BAD_TILE, "15 of 1m: a count is 0-14"),
    ("11111m123456789p", Status.FIFTH_TILE, "five 1m: there are only four of each tile"),
    (ORPHANS + "1m|EE0000|9", Status.BAD_FLOWERS, "9 flowers: a hand has 0-8"),
    (
        "[123m]123p123s77m444s|EE1001",
        Status.KONG_WITHOUT_KONG,
        "self-drawn 4s after a kong (kong flag), but no kong among the melds",
    ),
    (
        ORPHANS + "C|EE0001|0",
        Status.ROBBED_HELD,
        "C robbed from a kong (kong flag, not self-drawn), but the hand holds C",
    ),
    (
        "[123m]12356p123s77m+3m|EE0001",
        Status.ROBBED_HELD,
        "3m robbed from a kong (kong flag, not self-drawn), but the hand holds 3m",
    ),
    (
        "[123m]56m123p123s77s+7m|EE0011",
        Status.ROBBED_LAST_TILE,
        "7m robbed from a kong on the last wall tile: no kong is made on that tile",
    ),
    (
        ORPHANS + "C|EE0100",
        Status.LAST_STANDING,
        "C as the last of its kind, but 2 of it among the standing tiles",
    ),
    (
        "[1111p]123m123s77m44s+4s|EE10001",
        Status.BAD_HEAVEN,
        "heaven (won on the deal) with the meld [1111p]",
    ),
    (
        ORPHANS + "1m|ES10001",
        Status.BAD_HEAVEN,
        "heaven (won on the deal) by S: only East can",
    ),
    (
        ORPHANS + "1m|EE00001",
        Status.BAD_EARTH,
        "earth (won on East's first discard) by East: only the others can",
    ),
    (
        "[123m]123p123s77m444s|ES00001",
        Status.BAD_EARTH,
        "earth (won on East's first discard) with the meld [123m,1]",
    ),
    (
        "56m123p123s77s789p+7m|ES00011",
        Status.BAD_EARTH,
        "earth (won on East's first discard) with the kong flag",
    ),
]


@pytest.mark.parametrize(("text", "status", "message"), FAULTS)
def test_hands_that_cannot_be(text: str, status: int, message: str) -> None:
    with pytest.raises(BadHand) as caught:
        Hand.from_string(text)
    assert caught.value.status == status
    assert str(caught.value).startswith(message)


def plain(**changes: object) -> dict[str, object]:
    tiles = parse_tiles(ORPHANS + "1m")
    return {"concealed": tiles, "win_tile": 0, **changes}


@pytest.mark.parametrize(
    ("changes", "status", "message"),
    [
        ({"concealed": (34,)}, Status.BAD_TILE, "34 is no tile id: ids are 0-33"),
        ({"concealed": (-1,)}, Status.BAD_TILE, "-1 is no tile id: ids are 0-33"),
        (
            {"concealed": range(5_000)},
            Status.BAD_TILE,
            "34 is no tile id: ids are 0-33",
        ),
        (
            {"concealed": (*range(14),) * 1_000},
            Status.BAD_TILE,
            "15 of 1m: a count is 0-14",
        ),
        (
            {"concealed": (0, 1, 2) * 5},
            Status.TILE_COUNT,
            "15 standing tiles and 0 melds make 15: a winning hand makes 14 ",
        ),
        (
            {"concealed": ()},
            Status.TILE_COUNT,
            "0 standing tiles and 0 melds make 0: a winning hand makes 14 ",
        ),
        ({"win_tile": 34}, Status.WIN_TILE, "winning tile 34 is no tile id: ids are 0-33"),
        ({"win_tile": -1}, Status.WIN_TILE, "winning tile -1 is no tile id: ids are 0-33"),
        (
            {"win_tile": 1},
            Status.WIN_TILE,
            "the winning tile 2m is not among the standing tiles 119m19p19sESWNPFC",
        ),
        ({"melds": [(4, 0)]}, Status.BAD_MELD, "meld kind 4: kinds are 0-3 (chow, pung, "),
        ({"melds": [(-1, 0)]}, Status.BAD_MELD, "meld kind -1: kinds are 0-3"),
        ({"melds": [136]}, Status.BAD_MELD, "meld kind 4: kinds are 0-3"),
        ({"melds": [(0, 40)]}, Status.BAD_MELD, "chow of tile 40: ids are 0-33"),
        ({"melds": [(1, -1)]}, Status.BAD_MELD, "pung of tile -1: ids are 0-33"),
        ({"melds": [(0, 7)]}, Status.BAD_MELD, "no chow starts with 8m"),
        ({"melds": [(0, 17)]}, Status.BAD_MELD, "no chow starts with 9p"),
        ({"melds": [(0, 27)]}, Status.BAD_MELD, "no chow starts with E"),
        (
            {"melds": [(2, 0, 4)]},
            Status.BAD_MELD,
            "source 4 of a melded kong of 1m: it can be 1, 2, 3, 5, 6, 7",
        ),
        (
            {"melds": [(3, 0, 1)]},
            Status.BAD_MELD,
            "source 1 of a concealed kong of 1m: it can be 0",
        ),
        (
            {"melds": [(1, 0)] * 500},
            Status.TILE_COUNT,
            "14 standing tiles and 200 melds make 614: ",
        ),
        ({"seat_wind": 7}, Status.BAD_WIND, "seat wind 7: winds are 0-3 (E, S, W, N)"),
        ({"round_wind": -1}, Status.BAD_WIND, "round wind -1: winds are 0-3 (E, S, W, N)"),
        ({"flowers": 300}, Status.BAD_FLOWERS, "300 flowers: a hand has 0-8"),
        ({"flowers": -1}, Status.BAD_FLOWERS, "-1 flowers: a hand has 0-8"),
        (
            {"heaven": True},
            Status.BAD_HEAVEN,
            "heaven (won on the deal) without self-draw",
        ),
        (
            {"earth": True, "self_draw": True, "seat_wind": 1},
            Status.BAD_EARTH,
            "earth (won on East's first discard) with self-draw",
        ),
    ],
)
def test_arguments_that_make_no_hand(changes: dict[str, object], status: int, message: str) -> None:
    with pytest.raises(BadHand) as caught:
        Hand(**plain(**changes))
    assert str(caught.value).startswith(message)
    assert caught.value.status == status


def test_flags_out_of_range() -> None:
    hand = Hand.from_string(ORPHANS + "1m")
    with pytest.raises(BadHand, match=r"^flags 32: the five bits make 0-31$") as caught:
        Hand.from_row(hand.counts, [255] * 4, 0, False, 32, 0, 0, 0)
    assert caught.value.status == Status.BAD_FLAGS


def test_flowers_come_between_winds_and_flags() -> None:
    hand = Hand.from_string(ORPHANS + "1m")
    for wind, flags, status in [(4, 32, Status.BAD_WIND), (0, 32, Status.BAD_FLOWERS)]:
        with pytest.raises(BadHand) as caught:
            Hand.from_row(hand.counts, [255] * 4, 0, False, flags, wind, 0, 9)
        assert caught.value.status == status


def test_counts_out_of_range() -> None:
    with pytest.raises(BadHand, match=r"^3 counts: there are 34 kinds of tile$"):
        Hand.from_counts([1, 2, 3], 0)
    with pytest.raises(BadHand, match=r"^-1 of 2m: a count is 0-14$"):
        Hand.from_counts([0, -1] + [0] * 32, 0)
    with pytest.raises(BadHand, match=r"^10000000000 of 1m: a count is 0-14$") as caught:
        Hand.from_counts([10**10] + [0] * 33, 0)
    assert caught.value.status == Status.BAD_TILE


def test_long_values_are_cut_short_in_messages() -> None:
    with pytest.raises(BadHand) as caught:
        Hand(**plain(flowers=10**500))
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"concealed": "19m"}, "a tile id must be an integer, not str"),
        ({"concealed": [1.0]}, "a tile id must be an integer, not float"),
        ({"win_tile": "1m"}, "win_tile must be an integer, not str"),
        ({"melds": ["[123m]"]}, "a meld must be an integer, not str"),
        ({"melds": [("CHI", 0)]}, "kind must be an integer, not str"),
        ({"seat_wind": None}, "a wind must be an integer, not NoneType"),
        ({"flowers": 1.5}, "flowers must be an integer, not float"),
        ({"kong": "no"}, "kong must be true or false, not 'no'"),
        ({"self_draw": 2}, "self_draw must be true or false, not 2"),
    ],
)
def test_wrong_types(changes: dict[str, object], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        Hand(**plain(**changes))
    assert str(caught.value) == message


def test_a_robbed_kong_marked_last_of_its_kind_is_accepted() -> None:
    hand = Hand.from_string("[123m]56m123p123s77s+7m|EE0101")
    assert (hand.last_of_kind, hand.kong, hand.self_draw) == (True, True, False)


def test_kong_replacement_after_any_own_kong() -> None:
    for kong in ("[9999p]", "[9999p,1]", "[9999p,6]"):
        assert Hand.from_string(kong + "123456m7789s+9s|EE1001").kong


def test_unused_context_names_are_refused() -> None:
    with pytest.raises(TypeError, match="seatwind"):
        Hand.from_counts([0] * 34, 0, seatwind=1)


def test_errors_survive_pickling() -> None:
    error = pickle.loads(pickle.dumps(BadHand("five 3m", Status.FIFTH_TILE)))
    assert (str(error), error.status) == ("five 3m", Status.FIFTH_TILE)
    assert isinstance(error, ValueError)
