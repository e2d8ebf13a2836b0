"""Hand strings with signs changed, dropped, doubled and joined wrongly, and random text.

The compiled reader must take or leave each as the plain one does. All rows go through it; what
it leaves, the plain reader reads in any case, and a sample of what it takes is read once more.
"""

import random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.workloads import generate
from hulebook import BadHand, Hand
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.hand_strings import parse_spans
from tests.arrow_rows import strings_of
from tests.fuzzing.progress import Run
from tests.test_parse_batch import CASES, FORMS, one_by_one, row_of, without_sources

CHUNK = 25_000
SIGNS = b"123456789mpszESWNPFC[],+| 0abcdefgh"
BASES = 1_500  # strings that are mutated in one chunk
COMPARED = 0.05


class Texts(NamedTuple):
    """Strings one after the other, and where each begins and ends."""

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    def text(self, row: int) -> bytes:
        return self.data[self.starts[row] : self.ends[row]].tobytes()


def joined(parts: list[bytes]) -> Texts:
    ends = np.cumsum([len(part) for part in parts])
    starts = np.concatenate([[0], ends[:-1]])
    return Texts(np.frombuffer(b"".join(parts), np.uint8), starts, ends)


def known_strings(seed: int) -> list[bytes]:
    """Every form that hands are written in."""
    made = [text for text in strings_of(generate("mixed", 1_000, seed)) if text]
    unicode = [Hand.from_string(text).to_string(unicode=True) for text in made[:40]]
    spaced = [" ".join(text) for text in made[40:80]]
    return [text.encode() for text in (*made, *CASES, *FORMS, *FORMS, *unicode, *spaced)]


def bases(known: list[bytes], chance: random.Random) -> list[bytes]:
    """Known strings, heads of some with tails of others, and random text."""
    made = []
    for _ in range(BASES):
        text, kind = chance.choice(known), chance.random()
        if kind < 0.3:
            other = chance.choice(known)
            text = text[: chance.randint(0, len(text))] + other[chance.randint(0, len(other)) :]
        elif kind < 0.45:
            text = bytes(chance.choices(SIGNS, k=chance.randint(0, 70)))
        elif kind < 0.5:
            text = chance.randbytes(chance.randint(0, 40))
        made.append(text)
    return made


def mutated(texts: Texts, n: int, rng: np.random.Generator) -> Texts:
    """`n` of the texts, most with some bytes replaced, dropped or doubled."""
    pick = rng.integers(0, len(texts.starts), n)
    lengths = (texts.ends - texts.starts)[pick]
    ends = np.cumsum(lengths)
    place = np.arange(ends[-1]) + np.repeat(texts.starts[pick] - (ends - lengths), lengths)
    text = texts.data[place]
    row = np.repeat(np.arange(n), lengths)
    rate = rng.choice([0, 1, 1, 2, 4], n) / np.maximum(lengths, 1)
    for _ in range(2):
        hit = rng.random(len(text)) < rate[row] / 2
        put = hit & (rng.random(len(text)) < 0.5)
        signs = np.frombuffer(SIGNS, np.uint8)[rng.integers(0, len(SIGNS), put.sum())]
        any_byte = rng.integers(0, 256, put.sum()).astype(np.uint8)
        text[put] = np.where(rng.random(put.sum()) < 0.9, signs, any_byte)
        times = np.where(hit & ~put, rng.choice([0, 2], len(text)), 1)
        text, row = np.repeat(text, times), np.repeat(row, times)
    ends = np.cumsum(np.bincount(row, minlength=n))
    return Texts(text, np.concatenate([[0], ends[:-1]]), ends)


def plain(text: bytes) -> object:
    """What the plain reader says."""
    try:
        decoded = text.decode()
    except UnicodeDecodeError:
        return 2
    return without_sources(one_by_one(decoded))


def compare(texts: Texts, batch: HandBatch, rows: NDArray[np.int64], run: Run, chunk: int) -> None:
    assert batch.status is not None
    for row in rows.tolist():
        text = texts.text(row)
        if without_sources(row_of(batch, row)) != plain(text):
            run.found(f"chunk {chunk} row {row}: {text!r} is read in two ways")
        elif not batch.status[row]:
            run.facts["hands"] += 1
            survives(text.decode(), run)


def survives(text: str, run: Run) -> None:
    """A hand that is read is written and read again the same."""
    try:
        hand = Hand.from_string(text)
    except BadHand:
        return
    if (
        Hand.from_string(str(hand)) != hand
        or Hand.from_string(hand.to_string(unicode=True)) != hand
    ):
        run.found(f"{text!r} is read as {hand!r}, which is read in another way")


def fuzz(run: Run) -> None:
    chunk = 0
    known = known_strings(run.seed)
    while run.more():
        rng = np.random.default_rng([run.seed, chunk])
        n = min(CHUNK, run.left())
        texts = mutated(joined(bases(known, random.Random(f"{run.seed} {chunk}"))), n, rng)
        try:
            batch = parse_spans(texts.data, texts.starts, texts.ends, np.zeros(n, np.bool_))
        except Exception as error:  # noqa: BLE001
            run.found(f"chunk {chunk}: {error!r}")
        else:
            assert batch.status is not None
            run.facts["taken"] += int((batch.status == 0).sum())
            if batch.status.max() > 19 or (batch.status == 1).any():
                run.found(f"chunk {chunk}: a status that is none")
            compare(texts, batch, np.flatnonzero(rng.random(n) < COMPARED), run, chunk)
        run.facts["compared"] += int(n * COMPARED)
        run.add(n)
        chunk += 1
