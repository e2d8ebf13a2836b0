"""Every recipe of lookup/ENGINES.md runs and gives what one machine gives."""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from benchmarks.rows import Rows
from benchmarks.workloads import generate
from hulebook.arrow import SCHEMA
from hulebook.batch.scores import BatchScores, score_batch
from hulebook.validate import validate
from hulebook.validate.engines import check_table
from tests.arrow_rows import batch_of, sample_rows, table_of
from tests.recorded_rows import recorded_table

GUIDE = Path(__file__).parent.parent / "lookup" / "ENGINES.md"
MILLION, SOME = 1_000_000, 20_000
Names = dict[str, Any]
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # the engines warn of their own affairs
    pytest.mark.skipif(not GUIDE.exists(), reason="an installed copy has no guide beside it"),
]


def run_recipe(heading: str) -> Names:
    """The names that the code under a heading of the guide leaves."""
    text = GUIDE.read_text("utf8")
    section = re.split(r"^#{2,3} ", text.split(f"# {heading}\n", 1)[1], flags=re.MULTILINE)[0]
    names: Names = {"__name__": "__main__"}
    for code in re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
        exec(compile(code, f"{GUIDE.name}: {heading}", "exec"), names)
    return names


def write_hands(rows: Rows) -> BatchScores:
    """`hands.parquet` with these rows; their scores."""
    numbered = table_of(rows).append_column("row", pa.array(np.arange(len(rows))))
    pq.write_table(numbered, "hands.parquet", row_group_size=max(len(rows) // 8, 1))
    return score_batch(batch_of(rows))


def compare(scored: pa.Table, scores: BatchScores) -> None:
    """Result columns against arrays; engines may give the rows in any order."""
    scored = scored.sort_by("row")
    assert scored["row"].to_pylist() == list(range(len(scores.status)))
    for name in SCHEMA.names:
        np.testing.assert_array_equal(scored[name].to_numpy(), getattr(scores, name), name)


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One folder to work in: engines stay in the one in which they start."""
    paths = [os.path.abspath(path) for path in sys.path]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("engines"))
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))  # for the processes that they start
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        yield


@pytest.fixture(scope="module")
def million() -> Rows:
    return generate("mixed", MILLION, seed=11)


@pytest.fixture(scope="module")
def some() -> Rows:
    return sample_rows(SOME, seed=12)


@pytest.fixture(scope="module")
def local_ray(folder: None) -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield ray
    ray.shutdown()


@pytest.fixture(scope="module")
def local_spark(folder: None) -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java")
    builder = sql.SparkSession.builder.master("local[2]")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.log.level": "ERROR",
    }.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def test_pyarrow(some: Rows) -> None:
    scores = write_hands(some)
    compare(run_recipe("pyarrow")["scored"], scores)
    compare(pq.read_table("scored.parquet"), scores)


def test_duckdb(million: Rows) -> None:
    pytest.importorskip("duckdb")
    scores = write_hands(million)
    names = run_recipe("DuckDB")
    compare(names["scored"], scores)
    compare(names["whole"], scores)
    assert names["one"] == [(21,)]
    assert names["best"] == [(scores.total.max(),)]


def test_polars(million: Rows) -> None:
    pytest.importorskip("polars")
    scores = write_hands(million)
    names = run_recipe("Polars")
    compare(names["scored"].to_arrow(), scores)
    totals = dict(names["totals"].iter_rows())
    assert totals == dict(zip(*np.unique(scores.total, return_counts=True), strict=True))


def test_dask(some: Rows) -> None:
    pytest.importorskip("dask.dataframe")
    scores = write_hands(some)
    frame = run_recipe("Dask")["scored"]
    assert frame.npartitions > 1
    found = frame.compute()
    assert found.dtypes.astype(str).to_dict() == frame.dtypes.astype(str).to_dict()
    compare(pa.table(found), scores)


@pytest.mark.engines
def test_ray(some: Rows, local_ray: Any) -> None:
    scores = write_hands(some)
    found = run_recipe("Ray Data")["scored"]
    compare(pa.concat_tables(local_ray.get(found.to_arrow_refs())), scores)


@pytest.mark.engines
def test_spark(some: Rows, local_spark: Any) -> None:
    scores = write_hands(some)
    found = run_recipe("Spark")["scored"]
    assert found.rdd.getNumPartitions() >= 1
    compare(found.toArrow(), scores)


def write_recorded() -> pa.Table:
    """`recorded.parquet`, and what one machine says of its rows."""
    table = recorded_table(3000, seed=13)
    pq.write_table(table, "recorded.parquet", row_group_size=500)
    return check_table(table)


def compare_checked(checked: pa.Table, verdict: Any) -> None:
    """An engine's rows and verdict against those of one machine."""
    expected = write_recorded()
    columns = ["row", *expected.schema.names[expected.schema.get_field_index("verdict") :]]
    found = checked.select(columns).cast(expected.select(columns).schema).sort_by("row")
    assert found.equals(expected.select(columns).combine_chunks())
    alone = validate("recorded.parquet").to_json()
    spread = verdict.to_json()
    for told in (alone, spread):
        del told["files"], told["first"]
    assert spread == alone


def test_checking_with_duckdb() -> None:
    pytest.importorskip("duckdb")
    write_recorded()
    names = run_recipe("Checking with DuckDB")
    compare_checked(names["checked"], names["verdict"])


def test_checking_with_dask() -> None:
    pytest.importorskip("dask.dataframe")
    write_recorded()
    names = run_recipe("Checking with Dask")
    compare_checked(pa.table(names["checked"].compute()), names["verdict"])


@pytest.mark.engines
def test_checking_with_ray(local_ray: Any) -> None:
    write_recorded()
    names = run_recipe("Checking with Ray Data")
    found = pa.concat_tables(local_ray.get(names["checked"].to_arrow_refs()))
    compare_checked(found, names["verdict"])


@pytest.mark.engines
def test_checking_with_spark(local_spark: Any) -> None:
    write_recorded()
    names = run_recipe("Checking with Spark")
    compare_checked(names["checked"].toArrow(), names["verdict"])
    assert names["differing"].count() == check_table_differences()


def check_table_differences() -> int:
    verdicts = check_table(pq.read_table("recorded.parquet"))["verdict"].to_pylist()
    return sum(verdict not in ("equal", "tie", "without total") for verdict in verdicts)
