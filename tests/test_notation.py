from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulebook.errors import BadHand, Status
from hulebook.hands.hand import Hand, Meld
from hulebook.hands.notation import DEFAULTS, format_hand, merge_context, parse_hand
from hulebook.hands.tiles import parse_tiles
from tests.hand_strategies import hands

CANONICAL = [
    "[CCC,1]12356789pWW7p|SS0000|0",
    "2456799p455556s3p|NW1100|0",
    "[1111s,1][2222m,2][3333p,7][4444p]8s8s|EE0000|2",
    "19m19p19sESWNPFC1m|EE1000|8",
    "[EEEE,5][PPPP][123m,3]1mFFF1m|NS1001|0",
    "1112345678999m5m|EE10001|0",
    "1112345678999m5m|ES00001|0",
    "11123456789m11s1s|WN0000|3",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_strings_print_as_they_are(text: str) -> None:
    assert str(Hand.from_string(text)) == text


@given(hands())
def test_printed_hands_read_back(hand: Hand) -> None:
    text = format_hand(hand)
    assert Hand.from_string(text) == hand
    assert format_hand(Hand.from_string(text)) == text


@given(hands())
def test_unicode_hands_read_back(hand: Hand) -> None:
    assert Hand.from_string(hand.to_string(unicode=True)) == hand


@given(hands(), st.randoms(use_true_random=False))
def test_free_forms_mean_the_canonical_hand(hand: Hand, random: Random) -> None:
    """Melds anywhere, spaces anywhere, a plus before the winning tile, any tile order."""
    melds_and_tiles, context, flowers = format_hand(hand).split("|")
    brackets = [part + "]" for part in melds_and_tiles.split("]")[:-1]]
    standing = list(hand.concealed)
    standing.remove(hand.win_tile)
    random.shuffle(standing)
    names = "1m2m3m4m5m6m7m8m9m1p2p3p4p5p6p7p8p9p1s2s3s4s5s6s7s8s9s1z2z3z4z5z6z7z"
    pieces = [names[2 * tile : 2 * tile + 2] for tile in standing]
    for number, bracket in enumerate(brackets):
        earlier = max((pieces.index(one) for one in brackets[:number] if one in pieces), default=-1)
        pieces.insert(random.randint(earlier + 1, len(pieces)), bracket)
    pieces += ["+", names[2 * hand.win_tile : 2 * hand.win_tile + 2], "|", context, "|", flowers]
    text = "".join(sign + random.choice(["", "", " "]) for sign in "".join(pieces))
    again = Hand.from_string(text)
    assert sorted(again.melds) == sorted(hand.melds)
    assert Hand(again.concealed, again.win_tile, hand.melds, **again.context) == hand


def test_what_a_string_leaves_out_is_not_in_the_context() -> None:
    tiles = "19m19p19sESWNCFP1m"
    assert parse_hand(tiles)[2] == {}
    assert set(parse_hand(tiles + "|EE0000")[2]) == set(DEFAULTS) - {"heaven", "earth", "flowers"}
    assert set(parse_hand(tiles + "|EE00000")[2]) == set(DEFAULTS) - {"flowers"}
    assert set(parse_hand(tiles + "|EE00000|0")[2]) == set(DEFAULTS)


def test_context_places() -> None:
    context = parse_hand("1m1m|NW1010|5")[2]
    assert context == {
        "round_wind": 3,
        "seat_wind": 2,
        "self_draw": True,
        "last_of_kind": False,
        "last_wall_tile": True,
        "kong": False,
        "flowers": 5,
    }


@pytest.mark.parametrize(
    ("digits", "heaven", "earth"), [("00000", 0, 0), ("10001", 1, 0), ("00001", 0, 1)]
)
def test_won_on_the_deal(digits: str, heaven: int, earth: int) -> None:
    context = parse_hand(f"1m1m|EE{digits}")[2]
    assert (context["heaven"], context["earth"]) == (heaven, earth)


@pytest.mark.parametrize(
    ("flowers", "count"), [("0", 0), ("8", 8), ("a", 1), ("hgfedcba", 8), (" a c ", 2), ("007", 7)]
)
def test_flowers(flowers: str, count: int) -> None:
    assert parse_hand(f"1m1m|EE0000|{flowers}")[2]["flowers"] == count


@pytest.mark.parametrize(
    ("bracket", "meld"),
    [
        ("[123m,1]", Meld(0, 0, 1)),
        ("[789s]", Meld(0, 24, 1)),
        ("[312p,3]", Meld(0, 9, 3)),
        ("[1m 2m 3m , 2]", Meld(0, 0, 2)),
        ("[EEE]", Meld(1, 27, 1)),
        ("[777z,3]", Meld(1, 33, 3)),
        ("[5555p]", Meld(3, 13, 0)),
        ("[5555p,1]", Meld(2, 13, 1)),
        ("[5555p,7]", Meld(2, 13, 7)),
        ("[\U0001f004\ufe0f\U0001f004\U0001f004,2]", Meld(1, 33, 2)),
    ],
)
def test_melds(bracket: str, meld: Meld) -> None:
    for text in (f"{bracket}1s1s", f"1s{bracket}1s", f"1s1s{bracket}", f"1s+1s{bracket}"):
        assert parse_hand(text)[:2] == ((18, 18), (meld,))


TEXT_FAULTS = [
    ("", "position 1: expected standing tiles, the winning tile last, found the end"),
    ("[123m]|EE0000", "position 7: expected standing tiles, the winning tile last, found '|'"),
    ("12[555p]3m", "position 3: expected m, p, s or z after 12, found '['"),
    ("12|EE0000", "position 3: expected m, p, s or z after 12, found '|'"),
    ("1m[123m", "position 8: expected ']' for the '[' at position 3, found the end"),
    ("1m[123m|EE0000", "position 8: expected ']' for the '[' at position 3, found '|'"),
    (
        "1m]",
        "position 3: expected a tile (ranks 1-9 then m, p or s; or one of E S W N P F C), "
        "found ']'",
    ),
    (
        "[12[3m]",
        "position 4: expected m, p, s or z after 12, found '['",
    ),
    (
        "[123m,4]1m",
        "position 7: expected one digit: 1-3 (previous, opposite, next player), "
        "or 5-7 for an added kong, found '4'",
    ),
    (
        "[123m,]1m",
        "position 7: expected one digit: 1-3 (previous, opposite, next player), "
        "or 5-7 for an added kong, found ']'",
    ),
    ("[123m,1 2]1m", "position 9: expected ']', found '2'"),
    ("1m+", "position 4: expected one tile, the winning tile, after '+', found the end"),
    ("1m+2m3m", "position 4: expected one tile, the winning tile, after '+', found '2'"),
    ("1+2m", "position 2: expected m, p, s or z after 1, found '+'"),
    (
        "1m++2m",
        "position 4: expected a tile (ranks 1-9 then m, p or s; or one of E S W N P F C), "
        "found '+'",
    ),
    (
        "[1+23m]1m",
        "position 3: expected m, p, s or z after 1, found '+'",
    ),
    ("1m|", "position 4: expected round wind E, S, W or N, found the end"),
    ("1m|PE0000", "position 4: expected round wind E, S, W or N, found 'P'"),
    ("1m|E", "position 5: expected seat wind E, S, W or N, found the end"),
    ("1m|EE", "position 6: expected 0 or 1 (self-drawn), found the end"),
    ("1m|EE0200", "position 7: expected 0 or 1 (last of its kind), found '2'"),
    ("1m|EE00|0", "position 8: expected 0 or 1 (last wall tile), found '|'"),
    ("1m|EE000", "position 9: expected 0 or 1 (kong), found the end"),
    ("1m|EE00002", "position 10: expected 0 or 1 (won on the deal), found '2'"),
    ("1m|EE000000", "position 11: expected '|' and the flowers, or the end, found '0'"),
    (
        "1m|EE0000|",
        "position 11: expected a flower count, or letters a-h, each at most once, found the end",
    ),
    (
        "1m|EE0000|aba",
        "position 13: expected a flower count, or letters a-h, each at most once, found 'a'",
    ),
    (
        "1m|EE0000|ai",
        "position 12: expected a flower count, or letters a-h, each at most once, found 'i'",
    ),
    (
        "1m|EE0000|-1",
        "position 11: expected a flower count, or letters a-h, each at most once, found '-'",
    ),
    ("1m|EE0000|1a", "position 12: expected the end of the flower count, found 'a'"),
    ("1m|EE0000|0|0", "position 12: expected nothing after the flowers, found '|'"),
    ("1m" * 101, "202 characters of text: a hand takes at most 200"),
]


@pytest.mark.parametrize(("text", "message"), TEXT_FAULTS)
def test_text_that_is_no_hand(text: str, message: str) -> None:
    with pytest.raises(BadHand) as caught:
        parse_hand(text)
    assert str(caught.value) == message
    assert caught.value.status == Status.BAD_TEXT


@pytest.mark.parametrize(
    ("bracket", "message"),
    [
        ("[124m]", "[124m] is no chow, pung or kong"),
        ("[891m,1]", "[891m] is no chow, pung or kong"),
        ("[9m1p2p]", "[9m12p] is no chow, pung or kong"),
        ("[ESW]", "[ESW] is no chow, pung or kong"),
        ("[7s8s9m]", "[78s9m] is no chow, pung or kong"),
        ("[]", "[] is no chow, pung or kong"),
        ("[55p]", "[55p] is no chow, pung or kong"),
        ("[55555p]", "[55555p] is no chow, pung or kong"),
        ("[5556p]", "[5556p] is no chow, pung or kong"),
        ("[123m,5]", "source 5 of a chow of 1m: it can be 1, 2, 3"),
        ("[555p,6]", "source 6 of a pung of 5p: it can be 1, 2, 3"),
    ],
)
def test_brackets_that_hold_no_meld(bracket: str, message: str) -> None:
    with pytest.raises(BadHand) as caught:
        parse_hand(bracket + "1m1m")
    assert str(caught.value) == message
    assert caught.value.status == Status.BAD_MELD


def test_bad_text_comes_before_a_bad_meld() -> None:
    with pytest.raises(BadHand) as caught:
        parse_hand("[124m]1m1m|XX")
    assert caught.value.status == Status.BAD_TEXT


def read_or_status(text: str) -> Hand | int:
    try:
        return Hand.from_string(text)
    except BadHand as error:
        return error.status


@given(st.text(alphabet="1239mpszESWNPFC[],+| 01a\U0001f004\U0001f007\ufe0f", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    hand = read_or_status(text)
    if isinstance(hand, Hand):
        assert Hand.from_string(str(hand)) == hand
    else:
        assert Status.BAD_TEXT <= hand < Status.NO_FLOWERS


@given(st.text(max_size=250))
def test_wild_text_never_crashes(text: str) -> None:
    assert isinstance(read_or_status(text), Hand | int)


@given(hands(), st.integers(0, 60), st.sampled_from("19mzE[],+|0 x"))
def test_one_wrong_sign_is_read_or_refused(hand: Hand, position: int, sign: str) -> None:
    text = str(hand)
    assert read_or_status(text[:position] + sign + text[position + 1 :]) != Status.OK


def test_keywords_supply_what_the_string_leaves_out() -> None:
    hand = Hand.from_string("19m19p19sESWNCFP1m", seat_wind="S", round_wind=2, self_draw=True)
    assert str(hand) == "19m19p19sESWNPFC1m|WS1000|0"
    assert str(Hand.from_string(str(hand)[:-2], flowers=4)) == "19m19p19sESWNPFC1m|WS1000|4"
    assert Hand.from_string("19m19p19sESWNCFP1m|EE1000", heaven=True).heaven
    assert Hand.from_string(str(hand), seat_wind=1, self_draw=1, flowers=None) == hand


def test_nothing_given_is_the_plain_discard() -> None:
    assert merge_context({}, dict.fromkeys(DEFAULTS)) == DEFAULTS
    assert str(Hand.from_string("19m19p19sESWNCFP1m")).endswith("|EE0000|0")


@pytest.mark.parametrize(
    ("keyword", "value", "message"),
    [
        ("seat_wind", "N", "seat_wind='N' contradicts the hand, which says W"),
        ("round_wind", 0, "round_wind=0 contradicts the hand, which says S"),
        ("self_draw", True, "self_draw=True contradicts the hand, which says False"),
        ("kong", True, "kong=True contradicts the hand, which says False"),
        ("flowers", 2, "flowers=2 contradicts the hand, which says 1"),
    ],
)
def test_a_keyword_that_contradicts_the_string(keyword: str, value: object, message: str) -> None:
    with pytest.raises(BadHand) as caught:
        Hand.from_string("19m19p19sESWNCFP1m|SW0000|1", **{keyword: value})
    assert str(caught.value) == message
    assert caught.value.status == Status.BAD_TEXT


def test_an_unknown_keyword() -> None:
    with pytest.raises(TypeError, match="no context is called 'selfdraw': expected one of seat_"):
        Hand.from_string("19m19p19sESWNCFP1m", selfdraw=True)


def test_the_order_of_declared_melds_is_kept() -> None:
    text = "[999s,3][111m,1][EEE,2]11p22s1p|EE0000|0"
    assert str(Hand.from_string(text)) == text
    assert [meld.tile for meld in Hand.from_string(text).melds] == [26, 0, 27]


def test_the_last_standing_tile_wins_wherever_melds_stand() -> None:
    assert parse_hand("1m2m[EEE]")[0][-1] == parse_tiles("2m")[0]
