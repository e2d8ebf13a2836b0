"""The fans (patterns) of a score, as people read them."""

from typing import NamedTuple

from hulebook.answers.score import Score
from hulebook.rules.elements import elements

FLOWER_TILES = 81
LANGUAGES = ("en", "zh", "nl", "ko")


class ScoredFan(NamedTuple):
    """A fan that is counted: `points` is what one is worth, `count` how often it stands.

    `number` is the Green Book's (82 is not numbered there), or the pattern's such as "4.2.3".
    `sets` has, for each instance, the sets that make it; it is empty for a fan of the whole hand
    or of the way of winning.
    """

    number: "int | str"
    name: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    points: int
    sets: tuple[tuple[str, ...], ...] = ()

    @property
    def total(self) -> int:
        """Points of all instances together."""
        return self.count * self.points

    def __str__(self) -> str:
        times = f" x{self.count}" if self.count > 1 else ""
        return f"{self.name}{times} {self.total}"


def languages(family: str) -> tuple[str, ...]:
    """The languages in which a family has names.

    >>> languages("mcr"), languages("zung_jung")
    (('en', 'zh', 'nl'), ('en', 'zh', 'ko'))
    """
    first = elements(family)[1]
    return tuple(code for code in LANGUAGES if hasattr(first, code))


def scored_fans(score: Score, language: str = "en") -> tuple[ScoredFan, ...]:
    """The fans of a score by number, with names in a language the family has; flowers last."""
    from hulebook.answers.makers import makers
    from hulebook.tables.book import book_for

    values = book_for(score.rules).values
    made_by = makers(score)
    names = elements(score.rules.family)
    fans = [
        ScoredFan(
            names[column].number,
            names[column].name(language),
            count,
            values[column],
            made_by.get(column, ()),
        )
        for column, count in enumerate(score.counts, 1)
        if count
    ]
    if score.hand.flowers:
        flower = names[FLOWER_TILES]
        fans.append(ScoredFan(FLOWER_TILES, flower.name(language), score.hand.flowers, 1))
    return tuple(fans)
