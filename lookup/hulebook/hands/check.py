"""The one check of what a legal hand is, before any rule set: used for one hand and for batches.

`first_fault` is plain integer code so that the batch path compiles the same source with
``numba.njit(first_fault)``: no exceptions, no containers, every byte made an int before it is
added up (uint8 sums would wrap).
"""

from hulebook.errors import Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NO_MELD = 255
PUNGS, KONGS, LAST_MELD = 34, 68, 135  # chows 0-33, pungs 34-67, kongs 68-135
LAST_OF_KIND, LAST_WALL_TILE, KONG, HEAVEN, EARTH = 1, 2, 4, 8, 16
ALL_FLAGS = 31
EAST = 0

# numba cannot read class attributes, but takes module constants.
OK = Status.OK
BAD_TILE = Status.BAD_TILE
BAD_MELD = Status.BAD_MELD
TILE_COUNT = Status.TILE_COUNT
FIFTH_TILE = Status.FIFTH_TILE
WIN_TILE = Status.WIN_TILE
BAD_WIND = Status.BAD_WIND
BAD_FLAGS = Status.BAD_FLAGS
KONG_WITHOUT_KONG = Status.KONG_WITHOUT_KONG
ROBBED_HELD = Status.ROBBED_HELD
ROBBED_LAST_TILE = Status.ROBBED_LAST_TILE
LAST_STANDING = Status.LAST_STANDING
BAD_HEAVEN = Status.BAD_HEAVEN
BAD_EARTH = Status.BAD_EARTH


def first_fault(
    counts: "Sequence[int]",
    melds: "Sequence[int]",
    win_tile: int,
    self_draw: bool,
    flags: int,
    seat_wind: int,
    round_wind: int,
) -> int:
    """The first status, in published order, that applies to a hand; 0 when it is legal.

    Args:
        counts: 34 bytes, copies of each standing tile, the winning tile among them.
        melds: 4 bytes, ``kind * 34 + lowest tile``, 255 for none in any slot.
        win_tile: tile id.
        self_draw: any nonzero value is true.
        flags: bit 0 last of its kind, 1 last wall tile, 2 kong, 3 heaven, 4 earth.
        seat_wind: 0-3, E S W N.
        round_wind: the same.

    Flowers and the combinations that depend on the rule set (statuses 9 and 17) are the caller's.
    """
    standing = 0
    most = 0
    for tile in range(len(counts)):  # not range(34): a known length is unrolled, not vectorised
        count = int(counts[tile])
        standing += count
        if count > most:  # not max(): half the speed in plain Python
            most = count
    if most > 14:
        return BAD_TILE

    sets = 0
    kongs = 0
    win_melded = False
    for slot in range(4):
        meld = int(melds[slot])
        if meld == NO_MELD:
            continue
        lowest = meld % 34
        chow = meld < PUNGS
        if meld > LAST_MELD or (chow and (lowest >= 27 or lowest % 9 > 6)):
            return BAD_MELD
        sets += 1
        kongs += meld >= KONGS
        highest = lowest + 2 if chow else lowest
        win_melded = win_melded or lowest <= win_tile <= highest
        own = 1 if chow else 3 if meld < KONGS else 4
        for tile in range(lowest, highest + 1):
            copies = int(counts[tile]) + own
            for earlier in range(slot):
                other = int(melds[earlier])
                if other < PUNGS:
                    copies += other <= tile <= other + 2
                elif other != NO_MELD and other % 34 == tile:
                    copies += 3 if other < KONGS else 4
            most = max(most, copies)
    if standing + 3 * sets != 14:
        return TILE_COUNT
    if most > 4:
        return FIFTH_TILE

    if win_tile < 0 or win_tile >= 34 or counts[win_tile] == 0:
        return WIN_TILE
    if seat_wind < 0 or seat_wind > 3 or round_wind < 0 or round_wind > 3:
        return BAD_WIND
    if flags < 0 or flags > ALL_FLAGS:
        return BAD_FLAGS
    if flags == 0:
        return OK

    another_standing = counts[win_tile] > 1
    if flags & KONG:
        if self_draw and kongs == 0:
            return KONG_WITHOUT_KONG
        if not self_draw and (another_standing or win_melded):
            return ROBBED_HELD
        if not self_draw and flags & LAST_WALL_TILE:
            return ROBBED_LAST_TILE
    if flags & LAST_OF_KIND and another_standing:
        return LAST_STANDING
    if flags & HEAVEN and (not self_draw or sets > 0 or flags & KONG or seat_wind != EAST):
        return BAD_HEAVEN
    if flags & EARTH and (self_draw or sets > 0 or flags & KONG or seat_wind == EAST):
        return BAD_EARTH
    return OK
