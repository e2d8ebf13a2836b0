"""The catalogue says what the reference scorers say of the tiles, row by row; its file is whole."""

import errno
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import product
from math import comb, prod
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import hulebook
from hulebook.hands.tiles import format_tiles, parse_tiles
from hulebook.index import hand_at
from hulebook.rules import SHIPPED
from hulebook.tables.file import default_folder
from hulebook_builder.__main__ import main
from hulebook_builder.catalogue import write
from hulebook_builder.catalogue.columns import (
    SCHEMA,
    SEVEN_PAIRS,
    STANDARD,
    column_of,
    hands_of,
    table_of,
)
from hulebook_builder.catalogue.write import CHUNK, EXPECTED, Chunk, Count, Totals, chunks, in_order
from tests import counting
from tests.static_worth import Worth, mcr_worths, zung_jung_worths

Row = dict[str, object]
SMALL = ("honors_and_knitted", "knitted_straight", "thirteen_orphans")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
# One-suit hands, where several decompositions are common, begin here.
ONE_SUIT = 113_984
# The static fans that the way of winning can take away: 49 by four concealed pungs, the others
# by Nine Gates.
TAKEN_AWAY = {22, 49, 73, 76}


def rows_of(shape: str, first: int, last: int) -> list[Row]:
    rows: list[Row] = table_of(shape, first, last).to_pylist()
    return rows


def sample(shape: str, ranges: int, length: int) -> list[Row]:
    """Rows of random ranges of indices, always the same ones, and of both ends."""
    hands = hands_of(shape)
    length = min(length, hands)
    firsts = np.random.default_rng(11).integers(0, hands - length + 1, ranges).tolist()
    return [r for f in (0, hands - length, *firsts) for r in rows_of(shape, f, f + length)]


@pytest.fixture(scope="module")
def several() -> list[Row]:
    """Hands with more than one decomposition, the four-fold ones among them."""
    rows = [r for r in rows_of(STANDARD, ONE_SUIT, ONE_SUIT + 4_000) if r["decompositions"] != 1]
    assert {r["decompositions"] for r in rows} == {2, 3, 4}
    rare = [r for r in rows if r["decompositions"] != 2]
    return rows[::12] + rare


def tiles_of(row: Row) -> tuple[int, ...]:
    return parse_tiles(str(row["tiles"]))


def worths(row: Row, rules: str) -> list[Worth]:
    family = mcr_worths if SHIPPED[rules].family == "mcr" else zung_jung_worths
    return family(tuple(sorted(tiles_of(row))), str(row["shape"]), rules)


def sets_of(text: str) -> tuple[list[tuple[bool, int]], int]:
    """The sets as (is a chow, lowest tile), and the pair, of a column of sets."""
    groups = [parse_tiles(part) for part in text.split(" ")]
    sets = [(g[0] != g[1], g[0]) for g in groups if len(g) == 3]
    (pair,) = [g[0] for g in groups if len(g) == 2]
    return sorted(sets), pair


def check(row: Row) -> None:
    """One row against the reference scorers."""
    tiles = tiles_of(row)
    assert str(row["tiles"]) == format_tiles(tiles)
    assert tiles == tuple(sorted(tiles))
    names = ("characters", "dots", "bamboo", "honors")
    texts = [str(row[name]) for name in names]
    assert "".join(t + s for t, s in zip(texts, ("m", "p", "s", ""), strict=True) if t) == str(
        row["tiles"]
    )
    assert row["ways"] == prod(comb(4, c) for c in Counter(tiles).values())
    for id_, rules in SHIPPED.items():
        every = worths(row, id_)
        points, fans = row[column_of(id_, "points")], row[column_of(id_, "fans")]
        if not every:
            assert (points, fans) == (None, None), (row, id_)
            assert row["zung_jung_sets"] is None
            continue
        assert (points, tuple(fans)) == (every[0].points, every[0].fans), (row, id_)  # type: ignore[arg-type]
        assert row["decompositions"] == len(every)
        if row["shape"] == STANDARD:
            sets = "mcr_sets" if rules.family == "mcr" else "zung_jung_sets"
            same = [w for w in every if (w.points, w.fans) == (points, tuple(fans))]  # type: ignore[arg-type]
            assert sets_of(str(row[sets])) in [(sorted(w.sets), w.pair) for w in same]


def test_standard_hands_against_the_reference(several: list[Row]) -> None:
    for row in sample(STANDARD, 12, 40) + several:
        check(row)


def test_standard_hands_are_in_the_order_of_the_index() -> None:
    for row in sample(STANDARD, 5, 20):
        index = row["index"]
        assert isinstance(index, int)
        assert hand_at(index) == tiles_of(row)


def test_seven_pairs_against_the_reference() -> None:
    rows = sample(SEVEN_PAIRS, 12, 25) + rows_of(SEVEN_PAIRS, 97_266, 97_296)
    for row in rows:
        check(row)
        assert row["mcr_sets"] == row["zung_jung_sets"]
        assert [p[:1] * 2 for p in str(row["mcr_sets"]).split()] == [
            p[:2] for p in str(row["mcr_sets"]).split()
        ]


@pytest.mark.parametrize("shape", SMALL)
def test_the_other_shapes_against_the_reference(shape: str) -> None:
    every = rows_of(shape, 0, hands_of(shape))
    for row in every[:: max(1, len(every) // 300)]:
        check(row)
    assert len({row["tiles"] for row in every}) == len(every) == EXPECTED[shape].hands
    assert sum(int(str(row["ways"])) for row in every) == EXPECTED[shape].ways
    assert all(row["mcr_best"] for row in every)
    assert {row["zung_jung_best"] for row in every} == {shape == "thirteen_orphans"}


def test_a_knitted_straight_names_its_groups() -> None:
    row = rows_of("knitted_straight", 0, 1)[0]
    assert (row["tiles"], row["mcr_sets"]) == ("11112247m258p369s", "111m 22m 147m258p369s")
    assert (row["zung_jung_sets"], row["wsom_points"], row["wsom_fans"]) == (None, None, None)


def test_a_hand_of_two_shapes_is_best_in_one() -> None:
    """The shape with more points, in doubt the standard one."""
    twins = [r for r in rows_of(SEVEN_PAIRS, 97_000, 98_000) if standard_index(r) >= 0]
    assert len(twins) > 50
    for pairs in twins:
        index = standard_index(pairs)
        (standard,) = rows_of(STANDARD, index, index + 1)
        assert standard["tiles"] == pairs["tiles"]
        for rules, best in (("mcr", "mcr_best"), ("wsom", "zung_jung_best")):
            a, b = worths(pairs, rules)[0], worths(standard, rules)[0]
            assert pairs[best] is not standard[best]
            if a.points != b.points:
                assert pairs[best] == (a.points > b.points)
    for row in sample(SEVEN_PAIRS, 4, 30) + sample(STANDARD, 4, 30):
        if row["shape"] == STANDARD or standard_index(row) < 0:
            one = any(c % 2 for c in Counter(tiles_of(row)).values()) or row["shape"] != STANDARD
            assert not one or (row["mcr_best"] and row["zung_jung_best"])


def standard_index(row: Row) -> int:
    """The index of the same tiles as a standard hand, -1 if they are none."""
    counts = [np.bincount(tiles_of(row), minlength=34)]
    return int(hulebook.index.hand_index_batch(counts)[0])


def test_a_score_holds_what_the_tiles_make(several: list[Row]) -> None:
    """Whatever the winning tile, the way of winning and the winds: never fewer points, and no
    static fan is missing but those that the way of winning takes away."""
    rng = np.random.default_rng(3)
    for row in sample(STANDARD, 6, 12) + sample(SEVEN_PAIRS, 3, 8) + several[::4]:
        tiles = tiles_of(row)
        for win, drawn in product(sorted(set(tiles)), (False, True)):
            seat, round_ = rng.integers(0, 4, 2).tolist()
            hand = hulebook.Hand(tiles, win, self_draw=drawn, seat_wind=seat, round_wind=round_)
            for id_, rules in SHIPPED.items():
                score = hulebook.score(hand, rules)
                points, fans = row[column_of(id_, "points")], row[column_of(id_, "fans")]
                assert isinstance(points, int)
                assert isinstance(fans, list)
                assert score.points >= points, (hand, id_)
                if rules.family == "mcr" and row["decompositions"] == 1 and row["mcr_best"]:
                    counted = Counter(dict(enumerate(score.counts, 1)))
                    assert set(Counter(fans) - counted) <= TAKEN_AWAY, (hand, id_)


def test_declared_sets_take_nothing_away(several: list[Row]) -> None:
    """With sets of the best decomposition declared a score has the static points at least."""
    for row in sample(STANDARD, 4, 12) + several[::3]:
        for rules, column in (("mcr", "mcr_sets"), ("zj-3.3", "zung_jung_sets")):
            sets, pair = sets_of(str(row[column]))
            for declared in range(5):
                melds = [hulebook.Meld(0 if chow else 1, low) for chow, low in sets[:declared]]
                shown = Counter(t for meld in melds for t in meld.tiles)
                standing = tuple((Counter(tiles_of(row)) - shown).elements())
                hand = hulebook.Hand(standing, pair, tuple(melds), seat_wind=1)
                points = row[column_of(rules, "points")]
                assert isinstance(points, int)
                assert hulebook.score(hand, rules).points >= points, (hand, rules)


def test_which_fans_the_way_of_winning_takes_away() -> None:
    hand = hulebook.Hand(parse_tiles("111m333p555s777m99p"), 17, self_draw=True)
    four = hulebook.score(hand)
    assert 49 not in [fan.number for fan in four.fans]
    assert 49 in rows_of_tiles("111777m33399p555s")["mcr_fans"]  # type: ignore[operator]
    gates = hulebook.score("1112345678999m5m")
    assert {22, 76} & {fan.number for fan in gates.fans} == set()
    assert {22, 76} & set(rows_of_tiles("11123455678999m")["mcr_fans"])  # type: ignore[call-overload]


def rows_of_tiles(tiles: str) -> Row:
    index = hulebook.index.hand_index(tiles)
    return rows_of(STANDARD, index, index + 1)[0]


# Counts


@pytest.mark.parametrize(
    ("shape", "total"),
    [
        (STANDARD, counting.standard_sum),
        (SEVEN_PAIRS, counting.seven_pairs_sum),
        ("knitted_straight", counting.knitted_straight_sum),
    ],
)
def test_known_counts_are_those_of_another_way(
    shape: str, total: "counting.Callable[[counting.Weight], int]"
) -> None:
    assert EXPECTED[shape] == Count(total(counting.one), total(counting.draws))
    assert hands_of(shape) == EXPECTED[shape].hands


def test_chunks_cover_each_shape_once() -> None:
    assert list(EXPECTED) == [STANDARD, SEVEN_PAIRS, *SMALL]
    for shape, count in EXPECTED.items():
        parts = chunks(shape)
        assert [p.first for p in parts] == list(range(0, count.hands, CHUNK))
        assert [p.last for p in parts] == [*(p.first for p in parts[1:]), count.hands]


def test_wrong_totals_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    totals = Totals()
    with pytest.raises(AssertionError, match="the catalogue has"):
        totals.check()
    monkeypatch.setattr(write, "EXPECTED", {STANDARD: Count(50, 0)})
    totals.add(Chunk(STANDARD, 0, 50), table_of(STANDARD, 0, 50))
    totals.ways[STANDARD] = 0
    with pytest.raises(AssertionError, match="hands by decompositions"):
        totals.check()


def test_work_comes_back_in_order() -> None:
    def work(number: int) -> int:
        time.sleep(0.002 * (7 - number % 8))
        return number

    assert list(in_order(work, range(20), 4)) == list(range(20))

    def failing(number: int) -> int:
        if number == 5:
            raise ValueError("five")
        return number

    with pytest.raises(ValueError, match="five"):
        list(in_order(failing, range(20), 4))


# The file


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of the rare shapes alone."""
    monkeypatch.setattr(write, "EXPECTED", {shape: EXPECTED[shape] for shape in SMALL})
    monkeypatch.setattr(write, "HANDS_BY_DECOMPOSITIONS", ())
    monkeypatch.setattr(write, "HAND_DECOMPOSITIONS", 0)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "slice.parquet"
    parts = [
        Chunk(STANDARD, 0, 500),
        Chunk(STANDARD, ONE_SUIT, ONE_SUIT + 500),
        Chunk(SEVEN_PAIRS, 97_000, 97_400),
        Chunk("knitted_straight", 0, 100),
    ]
    tables = [table_of(*part) for part in parts]
    with write.open_writer(path) as writer:
        for table in tables:
            writer.write_table(table, row_group_size=CHUNK)
    back = pq.ParquetFile(path, page_checksum_verification=True)
    assert back.read() == pa.concat_tables(tables)
    assert back.schema_arrow.equals(SCHEMA)
    assert back.schema_arrow.metadata[b"rules"].decode().startswith("mcr/1 ")
    assert back.metadata.num_row_groups == len(parts)
    for group, part in enumerate(parts):
        shapes = back.metadata.row_group(group).column(0).statistics
        assert (shapes.min, shapes.max) == (part.shape, part.shape)
        assert back.metadata.row_group(group).column(1).compression == "ZSTD"


@pytest.mark.usefixtures("short")
def test_the_command_writes_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["--quiet", "catalogue", "--out", "new/folder/other.parquet"]) == 0
    assert main(["catalogue", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["catalogue"]) == 0  # over the old one
    told = capsys.readouterr()
    assert re.fullmatch(r"catalogue.parquet: 11,749 rows, 0.\d MB, \d+.\d s\n", told.out)
    assert told.err == ""
    assert sorted(str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*")) == [
        "catalogue.parquet",
        "new",
        "new/folder",
        "new/folder/other.parquet",
    ]
    assert pq.read_metadata("catalogue.parquet").num_rows == 720 + 11_016 + 13


@pytest.mark.usefixtures("short")
def test_wrong_counts_leave_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "catalogue.parquet"
    path.write_text("old")
    monkeypatch.setitem(write.EXPECTED, "thirteen_orphans", Count(14, 0))
    with pytest.raises(AssertionError):
        main(["catalogue", "--out", str(path)])
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_places_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    assert main(["catalogue", "--out", str(tmp_path)]) == 2
    assert main(["catalogue", "--out", str(tmp_path / "file" / "below.parquet")]) == 1
    assert main(["catalogue", "--out", str(tmp_path / "file" / "far" / "below.parquet")]) == 1
    assert main(["catalogue", "--out", str(tmp_path / "loop")]) == 1
    assert main(["--check", "catalogue"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"hulebook-build: {tmp_path} is a folder",
        f"hulebook-build: cannot write {tmp_path / 'file'}: it is no folder",
        f"hulebook-build: cannot write {tmp_path / 'file'}: it is no folder",
        f"hulebook-build: cannot write {tmp_path / 'loop'}: {os.strerror(errno.ELOOP)}",
        "hulebook-build: --check and --out DIR are for tables",
    ]
    assert (tmp_path / "loop").is_symlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
@pytest.mark.parametrize("link", [False, True])
def test_only_a_regular_file_is_replaced(
    link: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    if link:
        path = tmp_path / "link"
        path.symlink_to("pipe")
    assert main(["catalogue", "--out", str(path)]) == 2
    assert capsys.readouterr() == ("", f"hulebook-build: {path} is no regular file\n")
    assert (tmp_path / "pipe").is_fifo()
    assert path.is_symlink() == link


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="streams by name")
def test_standard_output_is_not_replaced(tmp_path: Path) -> None:
    """By a link as /dev/stdout is one; that itself might be replaced where tests run as root."""
    path, link = tmp_path / "output", tmp_path / "stdout"
    link.symlink_to("/proc/self/fd/1")
    command = [sys.executable, "-m", "hulebook_builder", "catalogue", "--out", str(link)]
    with open(path, "wb") as stream:
        run = subprocess.run(
            command, env=ENVIRONMENT, stdout=stream, stderr=subprocess.PIPE, text=True, check=False
        )
    assert run.returncode == 2
    assert run.stderr == (
        f"hulebook-build: {link} is where output goes; --out takes a file of its own\n"
    )
    assert path.read_bytes() == b""
    assert sorted(tmp_path.iterdir()) == [path, link]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("old", [False, True])
def test_a_link_is_followed(old: bool, tmp_path: Path) -> None:
    target, link = tmp_path / "there" / "file.parquet", tmp_path / "here" / "link.parquet"
    for path in (target, link):
        path.parent.mkdir()
    if old:
        target.write_text("old")
    link.symlink_to("../there/file.parquet")
    assert main(["catalogue", "--quiet", "--out", str(link)]) == 0
    assert link.is_symlink()
    assert not target.is_symlink()
    assert pq.read_metadata(target).num_rows == 11_749
    assert list(target.parent.iterdir()) == [target]
    assert list(link.parent.iterdir()) == [link]


@pytest.mark.usefixtures("short")
def test_a_full_disk_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "Error writing bytes to file")  # as pyarrow says it

    path = tmp_path / "catalogue.parquet"
    monkeypatch.setattr(write, "_write_shape", full)
    assert main(["catalogue", "--out", str(path)]) == 1
    assert capsys.readouterr().err == (
        f"hulebook-build: cannot write {path}: No space left on device\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_nothing_behind(
    number: int,
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(*arguments: object) -> None:
        signal.raise_signal(number)

    monkeypatch.setattr(write, "_write_shape", ended)
    assert main(["catalogue", "--out", str(tmp_path / "catalogue.parquet")]) == status
    told = capsys.readouterr()
    assert told == ("", "hulebook-build: interrupted, no catalogue is written\n")
    assert list(tmp_path.iterdir()) == []


STATUS = {signal.SIGKILL: -signal.SIGKILL, signal.SIGINT: 130, signal.SIGTERM: 143}


@pytest.mark.parametrize("number", STATUS)
def test_a_build_that_is_ended_leaves_the_old_file(number: int, tmp_path: Path) -> None:
    path = tmp_path / "catalogue.parquet"
    path.write_text("old")
    command = [sys.executable, "-m", "hulebook_builder", "catalogue", "--out", str(path)]
    with subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob(".hulebook-build-*/*")) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert process.poll() is None
        process.send_signal(number)
        assert process.wait(30) == STATUS[number]
        told = process.stderr.read() if process.stderr else ""
    assert path.read_text() == "old"
    if number != signal.SIGKILL:
        assert told == "hulebook-build: interrupted, the old catalogue is as it was\n"
        assert list(tmp_path.iterdir()) == [path]


# The chapter and the plots


def chapter() -> str:
    path = Path(__file__).parents[1] / "builder" / "CATALOGUE.md"
    if not path.exists():
        pytest.skip("the chapter lies in the source tree")
    return path.read_text("utf8")


def test_the_chapter_names_every_column() -> None:
    text = chapter()
    assert [name for name in SCHEMA.names if f"`{name}`" not in text] == []
    for shape, count in EXPECTED.items():
        assert f"`{shape}`" in text
        assert f"| {count.hands:,} |" in text


def test_plots_count_what_is_there(tmp_path: Path) -> None:
    from benchmarks.catalogue_plots import count_groups, figures, groups, write_numbers

    path = tmp_path / "slice.parquet"
    parts = [Chunk(STANDARD, ONE_SUIT, ONE_SUIT + 900), Chunk(SEVEN_PAIRS, 97_000, 97_900)]
    parts.append(Chunk("knitted_straight", 0, 100))
    with write.open_writer(path) as writer:
        for part in parts:
            writer.write_table(table_of(*part))
    found = figures(count_groups(groups(path)))
    write_numbers(found, tmp_path)
    rows = [row for part in parts for row in rows_of(*part)]
    for id_, best in (("mcr", "mcr_best"), ("zj-3.3", "zung_jung_best")):
        ours = [row for row in rows if row[best]]
        of_rules = found[id_]
        assert isinstance(of_rules, dict)
        assert of_rules["hands"] == len(ours)
        assert of_rules["ways"] == sum(int(str(row["ways"])) for row in ours)
        for column, fan in enumerate(of_rules["fans"], 1):
            holding = [row for row in ours if column in row[column_of(id_, "fans")]]  # type: ignore[operator]
            assert fan["hands"] == len(holding)
            assert fan["ways"] == sum(int(str(row["ways"])) for row in holding)
        points = Counter(row[column_of(id_, "points")] for row in ours)
        assert {p["points"]: p["hands"] for p in of_rules["points"]} == points
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "catalogue_plots.json",
        "fans.csv",
        "points.csv",
        "slice.parquet",
    ]


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A folder of files that are no catalogue."""
    pq.write_table(table_of("thirteen_orphans", 0, 13).drop(["ways"]), tmp_path / "foreign")
    whole = (tmp_path / "foreign").read_bytes()
    (tmp_path / "cut").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text").write_text("x")
    (tmp_path / "folder").mkdir()
    table = table_of("thirteen_orphans", 0, 13)
    points = [None if p is None else str(p) for p in table["mcr_points"].to_pylist()]
    at = table.column_names.index("mcr_points")
    pq.write_table(table.set_column(at, "mcr_points", pa.array(points)), tmp_path / "wrong")
    pq.write_table(table.slice(0, 0), tmp_path / "rows")
    pq.write_table(table_of("honors_and_knitted", 0, 9), tmp_path / "part")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("missing", "cannot be read (No such file or directory)"),
        ("text", "cannot be read (no Parquet file, or cut short or altered)"),
        ("cut", "cannot be read (no Parquet file, or cut short or altered)"),
        ("folder", "is no regular file"),
        ("foreign", "is no catalogue of `hulebook-build`: it has no int64 ways"),
        ("wrong", "is no catalogue of `hulebook-build`: it has no int16 mcr_points"),
        ("rows", "is no catalogue of `hulebook-build`: it has no rows"),
        ("part", "has no hands that win under wsom"),
    ],
)
def test_plots_of_another_file(
    name: str,
    fault: str,
    bad: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from benchmarks import catalogue_plots

    monkeypatch.setattr(catalogue_plots, "can_plot", lambda: True)
    with pytest.raises(SystemExit) as end:
        catalogue_plots.main([str(bad / name), "--out", str(bad / "plots")])
    assert end.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.endswith(f": {bad / name} {fault}\n")
    assert told.err.count("\n") == 1
    assert not (bad / "plots").exists()


def test_plots_need_matplotlib(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks import catalogue_plots, report

    monkeypatch.setattr(report, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as end:
        catalogue_plots.main([str(tmp_path / "any"), "--out", str(tmp_path)])
    assert end.value.code == 2
    assert capsys.readouterr().err.endswith(": matplotlib is not installed (extra `bench`)\n")


# Everything


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("catalogue") / "catalogue.parquet"
    write.write_catalogue(path)
    return path


@pytest.mark.exhaustive
def test_the_whole_catalogue(full: Path) -> None:
    """Its counts are asserted while it is built; here its order, and every hand once."""
    file = pq.ParquetFile(full)
    assert file.metadata.num_rows == sum(count.hands for count in EXPECTED.values())
    expected = [chunk for shape in EXPECTED for chunk in chunks(shape)]
    assert file.metadata.num_row_groups == len(expected)
    best: Counter[str] = Counter()
    for group, (shape, first, last) in enumerate(expected):
        columns = ["shape", "index", "mcr_best", "zung_jung_best", "tiles"]
        table = file.read_row_group(group, columns=columns)
        assert table["shape"].unique().to_pylist() == [shape]
        assert (table["index"].to_numpy() == np.arange(first, last)).all()
        assert len(table["tiles"].unique()) == last - first
        for name in ("mcr_best", "zung_jung_best"):
            best[name] += int(table[name].to_numpy().sum())
    twice = 7_938
    rows = file.metadata.num_rows - twice
    assert best == {"mcr_best": rows, "zung_jung_best": rows - 720 - 11_016}


@pytest.mark.exhaustive
def test_the_answers_of_the_chapter(full: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    con = duckdb.connect()
    fans = f"{default_folder()}/fans.parquet"
    blocks = re.findall(r"```sql\n(.*?)```\n(?:\n((?:\|[^\n]*\n)+))?", chapter(), re.DOTALL)
    assert len(blocks) >= 7
    for query, answer in blocks:
        if not answer:
            query = query.replace("catalogue.parquet", str(full))
            con.execute(query.replace("data/hulebook_data/fans.parquet", fans))
            continue
        found = con.execute(query)
        names = [d[0] for d in found.description]
        rows = [names, ["---"] * len(names), *([str(x) for x in r] for r in found.fetchall())]
        shown = [[c.strip() for c in line.strip("|").split("|")] for line in answer.splitlines()]
        assert rows == shown, query
