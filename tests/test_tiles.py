import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulebook.errors import STATUS_NAMES, BadHand, NotAWin, Status
from hulebook.hands.tiles import (
    GLYPHS,
    NAMES,
    format_tiles,
    parse_tiles,
    tile_glyph,
    tile_id,
    tile_name,
    wind_id,
)

runs = st.lists(st.integers(0, 33), max_size=40)


def test_ids_follow_the_published_order() -> None:
    assert tile_id("1m") == 0
    assert tile_id("9p") == 17
    assert tile_id("1s") == 18
    assert [tile_id(letter) for letter in "ESWNPFC"] == list(range(27, 34))
    assert [tile_id(f"{rank}z") for rank in range(1, 8)] == list(range(27, 34))


def test_unicode_tiles_are_named_as_unicode_names_them() -> None:
    import unicodedata

    digits = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]
    suits = {"m": "CHARACTERS", "p": "CIRCLES", "s": "BAMBOOS"}
    honors = dict(zip("ESWN", ["EAST", "SOUTH", "WEST", "NORTH"], strict=True))
    dragons = {"P": "WHITE", "F": "GREEN", "C": "RED"}
    for name, glyph in zip(NAMES, GLYPHS, strict=True):
        if len(name) == 2:
            expected = f"{digits[int(name[0]) - 1]} OF {suits[name[1]]}"
        else:
            expected = f"{honors[name]} WIND" if name in honors else f"{dragons[name]} DRAGON"
        assert unicodedata.name(glyph) == f"MAHJONG TILE {expected}"
        assert tile_id(glyph) == tile_id(name)


@given(runs)
def test_text_and_unicode_read_back(tiles: list[int]) -> None:
    assert list(parse_tiles(format_tiles(tiles))) == tiles
    assert list(parse_tiles(format_tiles(tiles, unicode=True))) == tiles


@given(runs)
def test_compact_text_is_never_longer_than_tile_by_tile(tiles: list[int]) -> None:
    text = format_tiles(tiles)
    assert list(parse_tiles("".join(map(tile_name, tiles)))) == tiles
    assert len(text) <= sum(len(tile_name(tile)) for tile in tiles)
    assert "z" not in text


def test_variation_selectors_are_read() -> None:
    assert parse_tiles("\U0001f004\ufe0f\U0001f004\ufe0e\U0001f007") == (33, 33, 0)


def test_spaces_are_skipped() -> None:
    assert parse_tiles(" 1 2\t3 m\nE\u3000C ") == (0, 1, 2, 27, 33)


def test_glyph_of_an_id() -> None:
    assert tile_glyph(0) == "\U0001f007"
    assert tile_glyph(33) == "\U0001f004"


TEXT_FAULTS = [
    ("12", "position 3: expected m, p, s or z after 12, found the end"),
    ("12E", "position 3: expected m, p, s or z after 12, found 'E'"),
    ("0m", "position 1: expected a rank 1-9, found '0'"),
    ("m", "position 1: expected a rank 1-9 before 'm', found 'm'"),
    ("1mm", "position 3: expected a rank 1-9 before 'm', found 'm'"),
    ("18z", "position 3: expected m, p or s after 18: honors are 1z-7z, found 'z'"),
    (
        "1mX",
        "position 3: expected a tile (ranks 1-9 then m, p or s; or one of E S W N P F C), "
        "found 'X'",
    ),
    (
        "\U0001f022",
        "position 1: expected a tile of the hand (flowers are counted after the second '|'), "
        "found '\\U0001f022'",
    ),
    (
        "1\ufe0fm",
        "position 2: expected m, p, s or z after 1, found '\\ufe0f'",
    ),
    (
        "E\ufe0f",
        "position 2: expected a tile (ranks 1-9 then m, p or s; or one of E S W N P F C), "
        "found '\\ufe0f'",
    ),
    ("1m" * 101, "202 characters of text: a hand takes at most 200"),
]


@pytest.mark.parametrize(("text", "message"), TEXT_FAULTS)
def test_text_that_is_no_run_of_tiles(text: str, message: str) -> None:
    with pytest.raises(BadHand) as caught:
        parse_tiles(text)
    assert str(caught.value) == message
    assert caught.value.status == Status.BAD_TEXT


@pytest.mark.parametrize(
    "text", ["\xb2m", "1\uff4d", "\uff11m", "e", "\U0001f02b", "-1m", "[", "+", "|"]
)
def test_lookalikes_are_refused(text: str) -> None:
    with pytest.raises(BadHand, match="position"):
        parse_tiles(text)


def test_not_one_tile() -> None:
    with pytest.raises(BadHand, match=r"^expected one tile, found 2 in '12m'$"):
        tile_id("12m")
    with pytest.raises(BadHand, match=r"^expected one tile, found 0 in ''$"):
        tile_id("")


@pytest.mark.parametrize("tile", [-1, 34, 255, 10**30])
def test_ids_out_of_range(tile: int) -> None:
    for function in (tile_name, tile_glyph):
        with pytest.raises(BadHand, match="is no tile id: ids are 0-33") as caught:
            function(tile)
        assert caught.value.status == Status.BAD_TILE


def test_wrong_types() -> None:
    with pytest.raises(TypeError, match="expected a string, not int"):
        parse_tiles(5)
    with pytest.raises(TypeError, match="a wind must be an integer, not float"):
        wind_id(1.0)


def test_winds() -> None:
    assert [wind_id(letter) for letter in "ESWN"] == [0, 1, 2, 3]
    for wrong in ("", "X", "ES", "e"):
        with pytest.raises(BadHand, match="winds are 0-3 or E, S, W, N") as caught:
            wind_id(wrong)
        assert caught.value.status == Status.BAD_WIND


def test_status_names_are_in_the_order_of_the_codes() -> None:
    codes = [getattr(Status, name) for name in STATUS_NAMES]
    assert codes == list(range(20))
    assert NotAWin("no").status == Status.NOT_A_WIN == 19
