"""All ways to score a hand that are worth as much as the one that is reported."""

from collections.abc import Iterator
from itertools import product

from hulebook.answers.score import Score, keys_of
from hulebook.engine.one_hand import present_of, special_reading
from hulebook.engine.steps import (
    KNITTED_FORM,
    SPECIAL_FORM,
    add_words,
    ids_of,
    owner_of,
    record_of,
    settle,
)
from hulebook.hands.hand import Hand
from hulebook.rules import RuleSet
from hulebook.rules.context import OWNERS, SINGLE
from hulebook.tables.book import book_for, shapes
from hulebook.tables.layout import (
    COMPLETE,
    COMPLETE_MASK,
    CONCEALED_PUNGS_SHIFT,
    CONTEXT_ROWS,
    LEAVES_GATES,
    NO_MELD,
)

OWNER_BITS = tuple(1 << b for b in range(len(OWNERS)))
Found = tuple[int, ...]


def interpretations(score: Score) -> tuple[Score, ...]:
    """Every decomposition and owner of the winning tile of equal value and uncapped sum, the
    reported one first; interpretations that count the same fans in the same sets are one."""
    best = score._found
    equal = {_key(score): score}
    for found in _readings(score.hand, score.rules, best):
        if found[:2] == best[:2]:
            other = Score(score.hand, score.rules, found)
            equal.setdefault(_key(other), other)
    return tuple(equal.values())


def _key(score: Score) -> tuple[bytes, int]:
    return score.counts, score._found[7]


def _readings(hand: Hand, rules: RuleSet, best: Found) -> Iterator[Found]:
    book, tables = book_for(rules), shapes()
    rows = book.parameters[CONTEXT_ROWS]
    context, wind, hogs, form = best[3] % rows, best[5] & 15, best[6], best[7]
    if form & KNITTED_FORM:
        return
    if not hand.melds:
        yield special_reading(tables, book, hand.counts, present_of(hand.counts), context, wind)
    if form == SPECIAL_FORM:
        hogs = hand.counts.count(4)
    ids = ids_of(tables, *keys_of(hand))
    first = add_words(tables, *ids)
    word = sum(tables.meld_words[m] for m in hand.meld_bytes if m != NO_MELD) + first
    if word & COMPLETE_MASK != COMPLETE:
        return
    further = tables.further
    alternatives = [
        (s, *range(further[2 * s], further[2 * s] + further[2 * s + 1])) for s in ids[:3]
    ]
    for parts in product(*alternatives):
        row = (*parts, ids[3])
        total = word - first + add_words(tables, *row)
        yield from _owned(hand, rules, total, row, hogs, context, wind)


def _owned(
    hand: Hand,
    rules: RuleSet,
    word: int,
    row: tuple[int, ...],
    hogs: int,
    context: int,
    wind: int,
) -> Iterator[Found]:
    """One decomposition, once for each set or pair that can own the winning tile."""
    book, tables = book_for(rules), shapes()
    r0, r1, r2, r3 = row
    owner = owner_of(tables, r0, r1, r2, r3, hand.win_tile)
    record = record_of(tables, book, word)
    if owner & LEAVES_GATES:
        record = book.gates[record]
    fixed = owner & SINGLE | ((word >> CONCEALED_PUNGS_SHIFT) & 7) << 6
    form = r0 | r1 << 15 | r2 << 30 | r3 << 45
    for bit in OWNER_BITS:
        if owner & bit:
            yield settle(book, record, hogs, fixed | bit, context, wind, form)
