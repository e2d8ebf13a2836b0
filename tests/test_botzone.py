import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulebook.errors import BadHand, Status
from hulebook.hands.botzone import (
    BOTZONE_NAMES,
    meld_from_pack,
    meld_to_pack,
    tile_from_botzone,
    tile_to_botzone,
)
from hulebook.hands.hand import Hand, Meld
from tests.hand_strategies import hands

HAND = ["B1", "B2", "B3", "T5", "T6", "J1", "J1"]
PACKS = [("CHI", "W2", 1), ("GANG", "F1", 0)]


def test_tile_names() -> None:
    pairs = {"W1": 0, "W9": 8, "B1": 9, "B9": 17, "T1": 18, "T9": 26, "F1": 27, "F4": 30}
    pairs |= {"J1": 33, "J2": 32, "J3": 31}
    for name, tile in pairs.items():
        assert tile_from_botzone(name) == tile
        assert tile_to_botzone(tile) == name
    assert [tile_from_botzone(name) for name in BOTZONE_NAMES] == list(range(34))


def test_flowers_are_no_tiles_of_the_hand() -> None:
    with pytest.raises(BadHand) as caught:
        tile_from_botzone("H3")
    assert str(caught.value) == "H3 is a flower: give the number of flowers, not the tiles"
    assert caught.value.status == Status.BAD_TEXT


@pytest.mark.parametrize("name", ["", "W0", "W10", "F5", "J4", "H9", "w1", "1m", 5, None, ["W1"]])
def test_names_of_no_tile(name: str) -> None:
    with pytest.raises(BadHand) as caught:
        tile_from_botzone(name)
    assert str(caught.value) == (
        f"{name!r} is no tile: expected W1-W9, B1-B9, T1-T9, F1-F4 or J1-J3"
    )


def test_ids_out_of_range() -> None:
    with pytest.raises(BadHand, match="34 is no tile id"):
        tile_to_botzone(34)


@pytest.mark.parametrize(
    ("pack", "meld"),
    [
        (("CHI", "W2", 1), Meld(0, 0, 1)),
        (("CHI", "T8", 3), Meld(0, 24, 3)),
        (("PENG", "J3", 2), Meld(1, 31, 2)),
        (("GANG", "B9", 3), Meld(2, 17, 3)),
        (("GANG", "F1", 0), Meld(3, 27, 0)),
    ],
)
def test_packs(pack: tuple[str, str, int], meld: Meld) -> None:
    assert meld_from_pack(pack) == meld
    assert meld_to_pack(meld) == pack


@pytest.mark.parametrize(
    ("pack", "message"),
    [
        (("CHI", "W2"), "pack ('CHI', 'W2'): expected (kind, tile, offer)"),
        ("CHI", "pack 'CHI': expected (kind, tile, offer)"),
        (("PONG", "W2", 1), "pack ('PONG', 'W2', 1): a kind is CHI, PENG or GANG"),
        (("CHI", "W2", 0), "pack ('CHI', 'W2', 0): the offer of a CHI is 1-3"),
        (("PENG", "W2", 0), "pack ('PENG', 'W2', 0): the offer of a PENG is 1-3"),
        (
            ("GANG", "W2", 5),
            "pack ('GANG', 'W2', 5): the offer of a GANG is 0-3 (0 for a concealed kong)",
        ),
        (("CHI", "W1", 1), "CHI of W1: the middle tile of a chow is 2-8 of W, B or T"),
        (("CHI", "B9", 1), "CHI of B9: the middle tile of a chow is 2-8 of W, B or T"),
        (("CHI", "F2", 1), "CHI of F2: the middle tile of a chow is 2-8 of W, B or T"),
    ],
)
def test_packs_that_are_none(pack: tuple[str, str, int], message: str) -> None:
    with pytest.raises(BadHand) as caught:
        meld_from_pack(pack)
    assert str(caught.value) == message
    assert caught.value.status == Status.BAD_MELD


def test_a_hand_from_arguments() -> None:
    hand = Hand.from_botzone(PACKS, HAND, "T7", seat_wind=2, self_draw=True, kong=True, flowers=1)
    assert str(hand) == "[123m,1][EEEE]123p56sCC7s|EW1001|1"
    assert hand.to_botzone() == (tuple(PACKS), tuple(HAND), "T7")


@given(hands())
def test_arguments_read_back(hand: Hand) -> None:
    arguments = hand.to_botzone()
    again = Hand.from_botzone(*arguments, **hand.context)
    assert again.to_botzone() == arguments
    if all(meld.source <= 3 for meld in hand.melds):
        assert again == hand


def test_added_kongs_are_written_as_melded_ones() -> None:
    hand = Hand.from_string("[CCCC,6]123m123p1277s+3s")
    assert hand.to_botzone()[0] == (("GANG", "J1", 2),)


def test_too_many_tiles_or_packs() -> None:
    for packs, tiles in [(PACKS, HAND * 1_000), (PACKS * 250, HAND)]:
        with pytest.raises(BadHand, match="a hand has at most 13 and 4") as caught:
            Hand.from_botzone(packs, tiles, "T7")
        assert caught.value.status == Status.TILE_COUNT
    with pytest.raises(BadHand, match="8 standing tiles and 1 melds make 11") as caught:
        Hand.from_botzone(PACKS[:1], HAND, "T7")


def test_five_of_a_kind_is_refused() -> None:
    packs = [("CHI", "T3", 1), ("CHI", "B8", 1), ("GANG", "T2", 0), ("GANG", "W3", 0)]
    with pytest.raises(BadHand, match="five 2s: there are only four of each tile"):
        Hand.from_botzone(packs, ["W1"], "W1")


@given(hands(), st.booleans())
def test_pymahjonggb_takes_the_arguments(hand: Hand, verbose: bool) -> None:
    """It reads tiles and packs before it looks for a win: no error but that of a losing hand."""
    calculator = pytest.importorskip("MahjongGB").MahjongFanCalculator
    pack, tiles, win_tile = hand.to_botzone()
    try:
        calculator(
            pack, tiles, win_tile, hand.flowers, hand.self_draw, hand.last_of_kind, hand.kong,
            hand.last_wall_tile, hand.seat_wind, hand.round_wind, verbose,
        )  # fmt: skip
        fault = ""
    except TypeError as error:
        fault = str(error)
    assert fault in ("", "ERROR_NOT_WIN")
