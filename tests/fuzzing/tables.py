"""Damaged tables: every byte and bit may be wrong, files may be cut, swapped or of other versions.

`tables.bin` must be refused whatever bit is flipped. A Parquet file must be found out, or still
say in its columns what it said: its statistics and the names of its writer are not read.
"""

import random
import tempfile
from collections.abc import Callable
from hashlib import sha256
from itertools import permutations
from pathlib import Path

import hulebook_data
from hulebook.errors import TableError
from hulebook.tables.content_hash import read_parquet
from hulebook.tables.file import HEADER, parse_tables, read_tables
from hulebook.tables.manifest import PARQUET, Manifest, read_manifest
from hulebook.tables.verify import parquet_faults, verify
from tests.fuzzing.progress import Run

DATA = Path(hulebook_data.__file__).parent
TABLES = (DATA / "tables.bin").read_bytes()
VERSIONS = (0, 2, 3, 255, 256, 1 << 16, (1 << 32) - 1)


def refused(data: bytes) -> bool:
    try:
        parse_tables(data, "tables.bin")
    except TableError:
        return True
    return False


def flipped(data: bytes, bit: int) -> bytes:
    made = bytearray(data)
    made[bit >> 3] ^= 1 << (bit & 7)
    return bytes(made)


def table_bits(count: int, chance: random.Random) -> list[int]:
    """Every bit of the header if there are so many, some of the directory, and any others."""
    length = int.from_bytes(TABLES[12:16], "little")
    header = list(range(8 * HEADER))
    chance.shuffle(header)
    bits = header[: count // 4]
    bits += [8 * HEADER + chance.randrange(8 * length) for _ in range(count // 4)]
    return bits + [chance.randrange(8 * len(TABLES)) for _ in range(count - len(bits))]


def flip_tables(run: Run, count: int, chance: random.Random) -> None:
    for bit in table_bits(count, chance):
        if not run.in_time():
            return
        if not refused(flipped(TABLES, bit)):
            run.found(f"tables.bin is read with bit {bit} flipped")
        run.facts["bits of tables.bin"] += 1
        run.add(1)


def cut_tables(run: Run, count: int, chance: random.Random) -> None:
    for number in range(count):
        size = number if number < HEADER + 2 else chance.randrange(len(TABLES))
        longer = chance.randbytes(chance.randint(1, 9))
        if not refused(TABLES[:size]) or not refused(TABLES + longer):
            run.found(f"tables.bin is read with {size} bytes, or with {longer!r} behind it")
        run.facts["lengths of tables.bin"] += 2
        run.add(2)


def other_versions(run: Run) -> None:
    """Another format version, with a hash that is right for it."""
    for version in VERSIONS:
        body = version.to_bytes(4, "little") + TABLES[12:16]
        data = TABLES[:8] + body + sha256(body + TABLES[HEADER:]).digest() + TABLES[HEADER:]
        if not refused(data):
            run.found(f"tables.bin of version {version} is read")
        run.facts["versions"] += 1
        run.add(1)


def swapped_files(run: Run, folder: Path, most: int) -> None:
    """A file in place of another: no table file, or not the Parquet file that is due."""
    manifest = read_manifest(str(DATA / "manifest.json"))
    path = folder / "swapped"
    for name in ("manifest.json", *(f"{name}.parquet" for name in PARQUET)):
        path.write_bytes((DATA / name).read_bytes())
        try:
            read_tables(str(path))
            run.found(f"{name} is read as tables.bin")
        except TableError:
            run.facts["swapped files"] += 1
        run.add(1)
    for name, other in list(permutations(PARQUET, 2))[:most]:
        path.write_bytes((DATA / f"{other}.parquet").read_bytes())
        if not list(parquet_faults(str(path), name, manifest.parquet[name])):
            run.found(f"{other} passes for {name}")
        run.facts["swapped files"] += 1
        run.add(1)


def flip_parquet(run: Run, folder: Path, count: int, chance: random.Random) -> None:
    facts = read_manifest(str(DATA / "manifest.json")).parquet
    whole = {name: (DATA / f"{name}.parquet").read_bytes() for name in PARQUET}
    said = {name: read_parquet(str(DATA / f"{name}.parquet")) for name in PARQUET}
    path = folder / "flipped.parquet"
    for number in range(count):
        if not run.in_time():
            return
        name = PARQUET[number % len(PARQUET)]
        bit = chance.randrange(8 * len(whole[name]))
        path.write_bytes(flipped(whole[name], bit))
        if list(parquet_faults(str(path), name, facts[name])):
            run.facts["bits of Parquet found"] += 1
        elif read_parquet(str(path)).equals(said[name]):
            run.facts["bits of Parquet that say nothing"] += 1
        else:
            run.found(f"{name}.parquet is another with bit {bit} flipped, which is not found")
        run.add(1)


def damage_manifest(run: Run, folder: Path, count: int, chance: random.Random) -> None:
    """A bit flipped in the manifest: refused, found by `verify`, or no other facts."""
    for path in DATA.iterdir():
        if path.is_file() and path.name != "manifest.json":
            (folder / path.name).symlink_to(path)
    whole = (DATA / "manifest.json").read_bytes()
    told = read_manifest(str(DATA / "manifest.json"))
    changed = folder / "manifest.json"
    for _ in range(count):
        bit = chance.randrange(8 * len(whole))
        changed.write_bytes(flipped(whole, bit))
        try:
            said: Manifest | None = read_manifest(str(changed))
        except TableError:
            said = None
        if said is None or said._replace(hulebook=told.hulebook) == told:
            run.facts["bits of the manifest refused or without meaning"] += 1
        elif known_counts(said, told):
            run.facts["bits of the manifest that only inform"] += 1
        elif verify(str(folder)):
            run.facts["bits of the manifest found"] += 1
        else:
            run.found(f"manifest.json is another with bit {bit} flipped, which is not found")
        run.add(1)


def known_counts(said: Manifest, told: Manifest) -> bool:
    """Whether only counts differ that no code knows, or names of none."""
    from hulebook.tables.manifest import COUNTS

    same = said._replace(hulebook=told.hulebook, counts=told.counts) == told
    return same and all(said.counts.get(name) == count for name, count in COUNTS.items())


def fuzz(run: Run) -> None:
    chance = random.Random(run.seed)
    count = run.count
    with tempfile.TemporaryDirectory() as folder:
        parts: list[Callable[[], None]] = [
            lambda: other_versions(run),
            lambda: swapped_files(run, Path(folder), count // 25),
            lambda: cut_tables(run, count // 20, chance),
            lambda: flip_tables(run, count // 2, chance),
            lambda: damage_manifest(run, Path(folder), count // 40, chance),
            lambda: flip_parquet(run, Path(folder), count * 3 // 10, chance),
        ]
        for part in parts:
            try:
                part()
            except Exception as error:  # noqa: BLE001
                run.found(f"{error!r}")
