"""The Parquet says what the runtime's table file holds, row by row and not only by hash."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from numpy.typing import NDArray

import hulebook_data
from hulebook.rules import SHIPPED
from hulebook.rules.context import STATES
from hulebook.tables import layout
from hulebook.tables.content_hash import logical_hash, read_parquet
from hulebook.tables.file import TableFile, default_path, read_tables
from hulebook.tables.house_rule import unpack_records
from hulebook.tables.manifest import PARQUET
from hulebook_builder import words
from hulebook_builder.combinations import SETS, legal_combinations
from hulebook_builder.hashing import HASH_BITS
from hulebook_builder.parquet_sets import OWNER_COLUMNS, SIGNS

DATA = Path(hulebook_data.__file__).parent
FAMILIES = sorted({rules.family for rules in SHIPPED.values()})


@pytest.fixture(scope="module")
def tables() -> TableFile:
    return read_tables(default_path())


@pytest.fixture(scope="module")
def parquet() -> dict[str, pa.Table]:
    return {name: read_parquet(str(DATA / f"{name}.parquet")) for name in PARQUET}


def column(tables: TableFile, name: str) -> NDArray[np.generic]:
    return np.asarray(tables.columns[name])


@pytest.mark.parametrize("family", FAMILIES)
def test_every_combination_is_found_by_its_hash(
    family: str, tables: TableFile, parquet: dict[str, pa.Table]
) -> None:
    sets = np.stack([parquet["combinations"][f"set_{i}"].to_numpy() for i in range(1, 5)], axis=1)
    assert np.array_equal(sets, legal_combinations())
    randoms, knitted = words.set_randoms()
    numbers = np.array(randoms, np.int64)
    for name, sums in (("combinations", numbers[sets].sum(axis=1)), ("knitted", numbers + knitted)):
        stored = parquet[name][f"{family}_class"].fill_null(0).to_numpy()
        wanted = stored > 0
        sums = sums & ((1 << HASH_BITS) - 1)
        factor = 2 * column(tables, "multipliers").astype(np.int64)[sums >> (HASH_BITS - 16)] + 1
        slot = ((sums & layout.LOW32) * factor & layout.LOW32) >> (32 - layout.SLOT_BITS)
        found = column(tables, f"family.{family}.slots")[slot]
        assert np.array_equal(found[wanted], stored[wanted])
        assert wanted.all() or (name, family) == ("knitted", "zung_jung")


def test_texts_of_combinations(parquet: dict[str, pa.Table]) -> None:
    row = parquet["combinations"].slice(183_000, 1).to_pylist()[0]
    assert row["sets"] == "222m 123p 567s 666s"
    assert [SETS[row[f"set_{i}"]].start for i in range(1, 5)] == [1, 9, 22, 23]


def test_shapes_say_what_the_table_file_holds(
    tables: TableFile, parquet: dict[str, pa.Table]
) -> None:
    for kind, prefix, rows in (
        ("suit", "", layout.SUIT_ROWS),
        ("honors", "honor_", layout.HONOR_ROWS),
    ):
        shapes = [r for r in parquet["shapes"].to_pylist() if r["kind"] == kind]
        owners = np.zeros((rows, 9), np.uint8)
        keys = {}
        for shape in shapes:
            key = sum(int(c) * 5**r for r, c in enumerate(shape["counts"]))
            assert key == shape["key"]
            tiles = shape["sets"].replace(" ", "") + (shape["pair"] or "")
            counts = "".join(str(tiles.count(sign)) for sign in SIGNS[kind])
            assert counts == shape["counts"]
            if shape["decomposition"] == 0:
                keys[shape["row"]] = key
            for name, bit in OWNER_COLUMNS.items():
                for sign in shape[name]:
                    owners[shape["row"], SIGNS[kind].index(sign)] |= bit
        assert np.array_equal(owners.ravel(), column(tables, f"{prefix}owners"))
        stored = tables.columns["suit_keys" if kind == "suit" else "honor_keys"].tolist()
        assert [keys[row] for row in sorted(keys)] == stored


@pytest.mark.parametrize("family", FAMILIES)
def test_records_say_what_the_table_file_holds(
    family: str, tables: TableFile, parquet: dict[str, pa.Table]
) -> None:
    rows = [r for r in parquet["records"].to_pylist() if r["family"] == family]
    stored = unpack_records(tables.columns[f"family.{family}.raw_records"])
    assert [tuple(r["fans"]) for r in rows] == [r.tokens for r in stored[1:]]
    assert [r["wind_pungs"] for r in rows] == [
        "".join(w for i, w in enumerate("ESWN") if r.winds >> i & 1) for r in stored[1:]
    ]
    pairs = parquet["pairs"].filter(pc.equal(parquet["pairs"]["family"], family))
    signatures = column(tables, f"family.{family}.signatures").reshape(-1, 32)
    assert np.array_equal(pairs["record"].to_numpy(), signatures[1:, 1:].ravel())
    seven = np.zeros(1 << 16, np.uint16)
    seven[parquet["seven_pairs"]["sorts"].to_numpy()] = parquet["seven_pairs"][f"{family}_row"]
    assert np.array_equal(seven, column(tables, f"family.{family}.seven"))


@pytest.mark.parametrize("rules", SHIPPED)
def test_rules_say_what_the_table_file_holds(
    rules: str, tables: TableFile, parquet: dict[str, pa.Table]
) -> None:
    own = {n: column(tables, f"rules.{rules}.{n}") for n in ("records", "contexts", "values")}
    rows = {
        name: parquet[name].filter(pc.equal(parquet[name]["rules"], rules))
        for name in ("rules", "contexts", "fans", "outcomes")
    }
    points = rows["rules"]["points"].to_numpy()
    assert np.array_equal(points, own["records"][1:] & layout.POINTS_MASK)
    values = dict(zip(*(rows["fans"][c].to_pylist() for c in ("fan", "points")), strict=True))
    assert all(own["values"][fan] == value for fan, value in values.items())
    for row in rows["rules"].slice(0, 400).to_pylist():
        assert sum(values[fan] for fan in row["fans"]) == row["points"]
    contexts = rows["contexts"].to_pylist()
    assert len(contexts) == np.count_nonzero(own["contexts"])
    for c in contexts:
        flags = c["self_draw"] << 5 | c["earth"] << 4 | c["heaven"] << 3 | c["kong"] << 2
        flags |= c["last_wall_tile"] << 1 | c["last_of_kind"]
        state = c["open_sets"] | c["concealed_kongs"] << 3 | c["melded_kongs"] << 6
        assert own["contexts"][flags * STATES + state] == c["row"]
    for row in rows["outcomes"].take(np.arange(0, len(rows["outcomes"]), 211)).to_pylist():
        change = sum(values[f] for f in row["adds"]) - sum(values[f] for f in row["drops"])
        assert change == row["points"]


FACTS = pa.table(
    {
        "n": pa.array([1, None, 3], pa.uint8()),
        "text": pa.array(["a", None, ""], pa.string()),
        "yes": pa.array([True, False, None]),
        "fans": pa.array([[1, 2], [], [3]], pa.list_(pa.uint8())),
    }
)


def test_the_hash_is_of_what_the_columns_say(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    known = logical_hash(FACTS)
    pq.write_table(FACTS, tmp_path / "a", compression="gzip", row_group_size=1)
    assert logical_hash(read_parquet(str(tmp_path / "a"))) == known
    assert logical_hash(pa.concat_tables([FACTS.slice(0, 2), FACTS.slice(2)])) == known
    assert logical_hash(FACTS.replace_schema_metadata({"made": "by another"})) == known
    assert logical_hash(FACTS.slice(1)) == logical_hash(FACTS.take([1, 2]))


@pytest.mark.parametrize(
    "other",
    [
        FACTS.take([1, 0, 2]),
        FACTS.select(["text", "n", "yes", "fans"]),
        FACTS.rename_columns(["m", "text", "yes", "fans"]),
        FACTS.set_column(0, "n", pa.array([1, 0, 3], pa.uint8())),
        FACTS.set_column(0, "n", pa.array([1, None, 3], pa.uint16())),
        FACTS.set_column(1, "text", pa.array(["a", "", ""])),
        FACTS.set_column(1, "text", pa.array(["", None, "a"])),
        FACTS.set_column(2, "yes", pa.array([True, False, False])),
        FACTS.set_column(3, "fans", pa.array([[1], [2], [3]], pa.list_(pa.uint8()))),
    ],
)
def test_any_other_table_has_another_hash(other: pa.Table) -> None:
    assert logical_hash(other) != logical_hash(FACTS)


def test_columns_that_no_table_has() -> None:
    with pytest.raises(TypeError, match="no hash for a column of double"):
        logical_hash(pa.table({"x": [0.5]}))
