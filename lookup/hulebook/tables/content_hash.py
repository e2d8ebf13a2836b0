"""A hash of what a table says, the same whatever wrote the file and however it is encoded."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import _Hash

    import pyarrow as pa


def logical_hash(table: "pa.Table") -> str:
    """SHA-256 over the names, types and values of the columns, as hexadecimal digits.

    Takes integers, booleans, strings and lists of these. Chunks, Parquet encodings and schema
    metadata make no difference; the order of rows and columns does.

    >>> import pyarrow as pa
    >>> one = pa.table({"fan": pa.array([1, 2, 2], pa.uint8())})
    >>> two = pa.concat_tables([one.slice(0, 1), one.slice(1)])
    >>> logical_hash(one) == logical_hash(two)
    True
    >>> logical_hash(one) == logical_hash(one.slice(1))
    False
    """
    from hashlib import sha256

    digest = sha256()
    for name, column in zip(table.column_names, table.columns, strict=True):
        array = column.combine_chunks()
        digest.update(f"{name} {_type_name(array.type)} {len(array)}\n".encode())
        _feed(digest, array)
    return digest.hexdigest()


def read_parquet(path: str) -> "pa.Table":
    """A Parquet file, its page checksums checked.

    Raises `OSError`, with a `strerror` only if the file cannot be opened, when it is no Parquet
    file or damaged.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    with open(path, "rb") as file:
        try:
            with pq.ParquetFile(file, page_checksum_verification=True) as parquet:
                return parquet.read()
        except (OSError, ValueError, MemoryError, pa.ArrowException) as error:
            raise OSError(f"{path} is damaged: {error}") from None


def _type_name(type_: "pa.DataType") -> str:
    """The name of a type without the name of the list's element, which versions differ in."""
    import pyarrow as pa

    if pa.types.is_list(type_):
        return f"list<{_type_name(type_.value_type)}>"
    return str(type_)


def _feed(digest: "_Hash", array: "pa.Array") -> None:
    import numpy as np
    import pyarrow as pa

    digest.update(np.packbits(array.is_null().to_numpy(zero_copy_only=False)).tobytes())
    if pa.types.is_list(array.type):
        _feed(digest, array.value_lengths().fill_null(0))
        _feed(digest, array.flatten())
    elif pa.types.is_string(array.type):
        _feed_strings(digest, array.fill_null(""))
    elif pa.types.is_boolean(array.type):
        bits = array.fill_null(False).to_numpy(zero_copy_only=False)
        digest.update(np.packbits(bits).tobytes())
    elif pa.types.is_integer(array.type):
        numbers = array.fill_null(0).to_numpy(zero_copy_only=False)
        digest.update(numbers.astype("<i8").tobytes())
    else:
        raise TypeError(f"no hash for a column of {array.type}")


def _feed_strings(digest: "_Hash", array: "pa.Array") -> None:
    import numpy as np

    _, offsets, text = array.buffers()
    if len(array):
        ends = np.frombuffer(offsets, np.int32)[array.offset : array.offset + len(array) + 1]
        digest.update(np.diff(ends).astype("<i8").tobytes())
        digest.update(memoryview(text or b"")[int(ends[0]) : int(ends[-1])])
