"""Botzone logs: what is replayed, and what is refused at which line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulebook import Hand, score
from hulebook.game.payment import payment
from hulebook.validate.readers.botzone_games import BadGame, Draw, Win, read_games
from tests.logs import DEALS, PAID, WON, game, passing, read, wall


def won(*moves: str, deals: dict[int, str] | None = None) -> str:
    """The hand that wins a game of these moves."""
    (found,) = read(game(*moves, *PAID, deals=deals))
    assert isinstance(found, Win), found
    return str(found.hand)


def refused(*moves: str, deals: dict[int, str] | None = None) -> str:
    """Why the last of these moves cannot be."""
    (found,) = read(game(*moves, deals=deals))
    assert isinstance(found, BadGame), found
    assert found.line == 6 + len(moves), found
    return found.message


def test_a_win_on_a_discard() -> None:
    (found,) = read(
        game(
            "0 Draw B3",
            "0 Play B3",
            "1 Hu B3 Ignore Player 2 Peng B3",
            "Fan 21 Pure Straight*1+边张*1",
            "Score -29 45 -8 -8",
            wind=2,
        )
    )
    assert found == Win(
        line=9,
        match="m1",
        hand=Hand.from_string("12p123456789sCC3p|WS0000|0"),
        winner=1,
        discarder=0,
        total=21,
        fans="Pure Straight*1+边张*1",
        payments=(-29, 45, -8, -8),
    )


def test_the_game_of_the_other_tests_is_scored_as_recorded() -> None:
    (found,) = read(game(*WON))
    assert isinstance(found, Win)
    scored = score(found.hand, "mcr-98")
    assert (scored.total, payment(scored, 1, 0)) == (found.total, found.payments)


def test_a_self_drawn_win() -> None:
    hand = won("0 Draw J3", "0 Play J3", "1 Draw B3", "1 Hu B3")
    assert hand == "12p123456789sCC3p|ES1000|0"


def test_lost_names_are_no_fans() -> None:
    (found,) = read(game(*WON))
    assert isinstance(found, Win)
    assert found.fans is None


def test_claims_from_every_side() -> None:
    deals = {
        0: "W1 W1 W1 W7 W7 B5 B5 T9 T9 F4 F4 B2 W4",
        1: "B1 B3 B8 B8 J1 J1 W4 W4 F1 T1 T2 T3 T5",
        2: "W2 W2 W2 W5 W5 W8 W8 B6 B6 B6 F3 F3 J1",
        3: "W3 W3 W3 W6 W6 W9 W9 B7 B7 B7 F4 T7 B8",
    }
    moves = """
        0 Draw F2, 0 Play B2, 1 Chi B2, 1 Play T1,
        2 Draw F2, 2 Play J1, 1 Peng J1, 1 Play T2,
        2 Draw T8, 2 Play T8, 3 Draw J2, 3 Play B8, 1 Peng B8, 1 Play T3,
        2 Draw J3, 2 Play J3, 3 Draw J2, 3 Play J2, 0 Draw J3, 0 Play W4, 1 Peng W4, 1 Play T5,
        2 Draw T6, 2 Play T6, 3 Draw F1, 3 Play F1, 1 Hu F1
    """
    hand = won(*map(str.strip, moves.split(",")), deals=deals)
    assert hand == "[123p,1][CCC,3][888p,2][444m,1]EE|ES0000|0"


def test_the_last_of_its_kind_is_seen_in_discards() -> None:
    seen = passing(["B3", "F2", "B3", "B3", "F2"])
    assert won(*seen, "1 Draw B3", "1 Hu B3") == "12p123456789sCC3p|ES1100|0"
    assert won(*seen[:8], "0 Draw B3", "0 Play B3", "1 Hu B3") == "12p123456789sCC3p|ES0100|0"
    assert won(*seen[:4], "2 Draw B3", "2 Play B3", "1 Hu B3") == "12p123456789sCC3p|ES0000|0"


def test_the_last_of_its_kind_is_seen_in_sets() -> None:
    deals = {**DEALS, 0: "W1 W1 W1 W4 W4 W7 W7 B3 B3 B5 B5 F1 F1"}
    moves = ["0 Draw F2", "0 Play F2", "1 Draw F2", "1 Play F2", "2 Draw F2", "2 Play F2"]
    moves += ["3 Draw B3", "3 Play B3", "0 Peng B3", "0 Play W1", "1 Draw B3", "1 Hu B3"]
    assert won(*moves, deals=deals) == "12p123456789sCC3p|ES1100|0"


def test_concealed_kongs_are_not_seen() -> None:
    deals = {**DEALS, 1: "T1 T1 T1 T1 T4 T5 T6 T7 T8 T9 J1 B1 B2"}
    moves = ["0 Draw F2", "0 Play F2", "1 Draw J1", "1 AnGang T1", "1 Draw B3", "1 Hu B3"]
    assert won(*moves, deals=deals) == "[1111s]12p456789sCC3p|ES1001|0"


def test_a_melded_kong_and_its_replacement() -> None:
    deals = {**DEALS, 1: "T1 T1 T1 T4 T5 T6 T7 T8 T9 B1 B2 J1 J1"}
    moves = ["0 Draw T1", "0 Play T1", "1 Gang T1", "1 Draw B3", "1 Hu B3"]
    assert won(*moves, deals=deals) == "[1111s,1]12p456789sCC3p|ES1001|0"


def test_the_replacement_ends_with_the_next_discard() -> None:
    deals = {**DEALS, 1: "T1 T1 T1 T1 T4 T5 T6 T7 T8 T9 J1 B1 B2"}
    moves = ["0 Draw F2", "0 Play F2", "1 Draw J1", "1 AnGang T1", "1 Draw J3", "1 Play J3"]
    moves += ["2 Draw B3", "2 Play B3", "1 Hu B3"]
    assert won(*moves, deals=deals) == "[1111s]12p456789sCC3p|ES0000|0"


ADDED = {**DEALS, 0: "W1 W1 W4 W4 W4 W7 W7 W7 B3 B3 F1 F1 F2"}
ADDING = [*passing(["J2", "F2", "F2"]), "3 Draw B3", "3 Play B3", "0 Peng B3", "0 Play F2"]
ADDING += ["1 Draw J3", "1 Play J3", "2 Draw J3", "2 Play J3", "3 Draw J3", "3 Play J3"]
ADDING += ["0 Draw B3", "0 BuGang B3"]


def test_a_robbed_kong() -> None:
    (found,) = read(game(*ADDING, "1 Hu B3", *PAID, deals=ADDED))
    assert isinstance(found, Win)
    assert str(found.hand) == "12p123456789sCC3p|ES0001|0"
    assert found.discarder == 0


def test_an_added_kong_that_nobody_robs() -> None:
    hand = won(*ADDING, "0 Draw W1", "0 Hu W1", deals=ADDED)
    assert hand == "[3333p,5]11444777mEE1m|EE1001|0"


def test_the_last_wall_tile() -> None:
    tiles = wall("B4", "B3")
    assert won(*passing(tiles), "1 Hu B3") == "12p123456789sCC3p|ES0110|0"
    deals = {**DEALS, 3: DEALS[1], 1: DEALS[3]}
    drawn = [*passing(tiles[:-1]), "3 Draw B3", "3 Hu B3"]
    assert won(*drawn, deals=deals) == "12p123456789sCC3p|EN1110|0"


def test_a_drawn_game() -> None:
    (found,) = read(game(*passing(wall()), "Huang", "Score 0 0 0 0", match="x"))
    assert found == Draw(line=6 + 168 + 2, match="x")


REFUSED = {
    "a fifth tile": (["0 Draw B6", "0 Play B6", "1 Draw B6"], "a fifth 6p: there are only four"),
    "not in hand": (["0 Draw T1", "0 Play T9"], "player 0 does not hold 9s"),
    "another seat draws": (["1 Draw T1"], "expected a draw by player 0, found 'Player 1 Draw T1'"),
    "no draw": (["0 Play W1"], "expected a draw by player 0"),
    "draws twice": (["0 Draw T1", "0 Draw T2"], "expected a discard, a kong or a win by player 0"),
    "plays out of turn": (["0 Draw T1", "1 Play T1"], "expected a discard, a kong or a win"),
    "no claim": (["0 Draw T1", "0 Play T1", "1 Play T1"], "expected a claim of player 0's 1s"),
    "own discard": (["0 Draw T1", "0 Play T1", "0 Peng T1"], "expected a claim of player 0's 1s"),
    "pung of another": (["0 Draw T1", "0 Play T1", "2 Peng W2"], "but 1s was discarded"),
    "pung of one": (["0 Draw T1", "0 Play T1", "1 Peng T1"], "player 1 does not hold 1s"),
    "chow across": (["0 Draw B5", "0 Play B5", "2 Chi B6"], "player 2 cannot chow player 0's"),
    "chow of honors": (["0 Draw F4", "0 Play F4", "1 Chi F3"], "no chow around W takes N"),
    "chow of another": (["0 Draw T1", "0 Play T1", "1 Chi T5"], "no chow around 5s takes 1s"),
    "chow over suits": (["0 Draw B1", "0 Play B1", "1 Chi W9"], "no chow around 9m takes 1p"),
    "chow not held": (["0 Draw B5", "0 Play B5", "1 Chi B5"], "player 1 does not hold 4p"),
    "kong of three": (["0 Draw T1", "0 AnGang W1"], "player 0 does not hold 1m"),
    "added to nothing": (["0 Draw T1", "0 BuGang W1"], "player 0 has no pung of 1m to add to"),
    "kong after a pung": (
        ["0 Draw W2", "0 Play W2", "2 Peng W2", "2 AnGang B6"],
        "expected a discard by player 2",
    ),
    "win on another": (["0 Draw B3", "0 Play B3", "1 Hu B4"], "a win on 4p, but the last tile"),
    "early drawn game": (["0 Draw B3", "0 Play B3", "Huang"], "with 21 tiles left to draw"),
    "no tile": (["0 Draw X1"], "'X1' is no tile"),
    "flower": (["0 Draw H1"], "H1 is a flower"),
    "two tiles": (["0 Draw B3 B4"], "expected one tile after 'Draw'"),
    "no seat": (["Player 4 Draw B3"], "expected 'Player', 0-3 and a move"),
    "nothing known": (["0 Draw B3", "0 Sing B3"], "expected a discard, a kong or a win"),
    "no fans": ([*WON[:3], "Score -8 24 -8 -8"], "expected 'Fan' and the total"),
    "no total": ([*WON[:3], "Fan x"], "expected 'Fan' and the total"),
    "three amounts": ([*WON[:4], "Score -8 24 -8"], "expected 'Score' and four amounts"),
    "words for amounts": ([*WON[:4], "Score a b c d"], "expected 'Score' and four amounts"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_illegal_moves(case: str) -> None:
    moves, message = REFUSED[case]
    assert message in refused(*moves)


def test_an_empty_wall() -> None:
    assert refused(*passing(wall()), "0 Draw W1") == "player 0 draws from an empty wall"


@pytest.mark.parametrize(
    ("at", "line", "message"),
    [
        (1, "Wind 4", "expected 'Wind' and 0-3"),
        (2, "Player 0 Deal W1", "1 tiles dealt: a hand is dealt 13"),
        (3, "Player 0 Deal T1 T2", "expected the deal of player 1"),
        (3, "Player 1 Deal W1 W1 W1 W1 W1 T6 T7 T8 T9 B1 B2 J1 J1", "a fifth 1m"),
    ],
)
def test_bad_deals(at: int, line: str, message: str) -> None:
    lines = game(*WON)
    lines[at] = line
    (found,) = read(lines)
    assert isinstance(found, BadGame)
    assert found.line == at + 1
    assert message in found.message


def test_a_log_that_breaks_off_and_the_next_game() -> None:
    lines = game(*WON)
    for kept in range(1, len(lines)):
        broken, whole = read([*lines[:kept], *game(*WON, match="m2")])
        assert broken == BadGame(kept, "m1", "the log breaks off in the middle of a game")
        assert isinstance(whole, Win)
        assert (whole.match, whole.line) == ("m2", kept + 9)
    assert read(lines[:7]) == [BadGame(7, "m1", "the log breaks off in the middle of a game")]


def test_a_bad_game_is_told_once_and_left() -> None:
    bad = game("0 Draw X1", "0 Play X1", "1 Hu X1", "Fan 1 a", "Score 0 0 0 0")
    found = read([*bad, *game(*WON), *bad, "", "  "])
    assert [type(one) for one in found] == [BadGame, Win, BadGame]
    assert [one.line for one in found] == [7, 11 + 9, 22 + 7]


def test_no_log_at_all() -> None:
    assert read([]) == []
    assert read(["", " "]) == []
    (found,) = read(["hello", "world"])
    assert found == BadGame(1, "", "expected 'Match', found 'hello'")


def test_bytes_that_are_no_text() -> None:
    lines = [line.encode() for line in game(*WON)]
    lines[9] = "Fan 21 清龙*1".encode("gbk")
    (found,) = read_games(line + b"\r\n" for line in lines)
    assert isinstance(found, Win)
    assert found.fans is None


@given(st.data())
def test_a_changed_log_is_replayed_or_refused(data: st.DataObject) -> None:
    lines = game(*ADDING, "1 Hu B3", *PAID, deals=ADDED)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        words = lines[at].split()
        place = data.draw(st.integers(0, len(words)))
        new = data.draw(
            st.sampled_from(["", "Hu", "Play", "W1", "B3", "3", "Huang", "Ignore", "\xff"])
        )
        lines[at] = " ".join([*words[:place], new, *words[place + data.draw(st.integers(0, 1)) :]])
    found = read([*lines, *game(*WON)])
    assert isinstance(found[-1], Win)
    assert all(isinstance(one, Win | Draw | BadGame) for one in found)
