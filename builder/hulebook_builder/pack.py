"""Writes the one file that the runtime reads (its form is described in `hulebook.tables.file`)."""

from collections.abc import Mapping
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from hulebook.tables import layout
from hulebook.tables.file import HEADER, MAGIC

# Types by numpy name, as `array` and `memoryview` call them.
KINDS = {"uint8": "B", "uint16": "H", "uint32": "I", "int32": "i", "int64": "q"}
ALIGNMENT = 8


def pack(tables: Mapping[str, NDArray[np.generic]], facts: Mapping[str, object]) -> bytes:
    """The bytes of a table file with these tables and facts."""
    directory = _directory(tables, facts, 0)
    # Offsets grow with the directory that names them: repeat until they agree.
    while (longer := _directory(tables, facts, len(directory))) != directory:
        directory = longer
    body = bytearray(directory)
    for table in tables.values():
        body += b"\0" * (-(HEADER + len(body)) % ALIGNMENT)
        body += table.astype(table.dtype.newbyteorder("<")).tobytes()
    head = layout.FORMAT.to_bytes(4, "little") + len(directory).to_bytes(4, "little")
    return MAGIC + head + sha256(head + body).digest() + bytes(body)


def _directory(
    tables: Mapping[str, NDArray[np.generic]], facts: Mapping[str, object], length: int
) -> bytes:
    lines = [f"= {name} {value}" for name, value in facts.items()]
    offset = HEADER + length
    for name, table in tables.items():
        offset += -offset % ALIGNMENT
        lines.append(f"{name} {KINDS[table.dtype.name]} {offset} {table.size}")
        offset += table.nbytes
    return ("\n".join(lines) + "\n").encode("ascii")
