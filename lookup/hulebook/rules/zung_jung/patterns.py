"""The 44 patterns of the Zung Jung family, each in one place: names, values and their sources.

Numbers are those of Zung Jung (Alan Kwan): category, series, pattern. Only one pattern of a
series counts, but 3.1 counts for each set. Names are English, Chinese and Korean; the Korean
names of 1.2, 3.1, 4.1 and 4.2.3 are the words of the Korean text of the World Series scoring
rules, the others are readings of the Chinese names. A column is the place in this table.
"""

from collections.abc import Iterable


class Pattern:
    """A scoring element of Zung Jung: column, number, names, its value in each edition and where
    that comes from, its definition. No NamedTuple: every rule set loads this file at once."""

    __slots__ = ("column", "en", "ko", "number", "rule", "sources", "values", "zh")

    def __init__(
        self,
        column: int,
        number: str,
        en: str,
        zh: str,
        ko: str,
        values: tuple[int, int, int],
        sources: tuple[str, str, str],
        rule: str,
    ) -> None:
        self.column = column
        self.number = number
        self.en = en
        self.zh = zh
        self.ko = ko
        self.values = values
        self.sources = sources
        self.rule = rule

    @property
    def series(self) -> str:
        """The first two parts of the number: only one pattern of a series counts."""
        return ".".join(self.number.split(".")[:2])

    @property
    def switch(self) -> str:
        """The name under which a rule set holds the value.

        >>> PATTERNS[34].switch
        'mixed_greater_terminals'
        """
        return self.en.lower().replace(" ", "_").replace("-", "_")

    def name(self, language: str = "en") -> str:
        """The pattern's name in English (`en`), Chinese (`zh`) or Korean (`ko`)."""
        return str(getattr(self, language))

    def __repr__(self) -> str:
        return f"<Pattern {self.number} {self.en}>"


PATTERN_COUNT = 44
# A pattern worth this much is a limit of its own; a sum of others is cut to it.
LIMIT = 320

# The editions whose values a pattern gives, in this order.
EDITIONS = ("wsom", "wsom-2008", "zj-3.3")

# Where a value comes from.
SOURCES = {
    "text": "stated by the Korean text of the World Series scoring rules",
    "notice": "MahjongTime's notice of changed values, old and new side by side",
    "pages": "MahjongTime's pattern pages, trusted where the notice lists no change",
    "older": "supported by an older Zung Jung, the preset of the program Four Winds",
    "carried over": "not found for this edition: the value of 3.3, no change being listed",
    "clauses": "the scoring clauses of the World Series page of 2008",
    "inferred": "inferred equal to 3.3, no change being listed",
    "doubtful": "taken from 3.3; MahjongTime's pages show the value of wsom here too",
    "list": "the official pattern list of Zung Jung 3.3",
}

PATTERNS: tuple[Pattern, ...] = (
    Pattern(
        1,
        "1.1",
        "All Sequences",
        "平和",
        "평화",
        (5, 5, 5),
        ("pages", "inferred", "list"),
        rule="Four sequences; any pair, any wait, exposed or not.",
    ),
    Pattern(
        2,
        "1.2",
        "Concealed Hand",
        "門前清",
        "멘젠",
        (5, 5, 5),
        ("text", "clauses", "list"),
        rule="No exposed set before the win; concealed kongs and a win on a discard are fine. "
        "Regular hands, irregular ones by edition.",
    ),
    Pattern(
        3,
        "1.3",
        "No Terminals",
        "斷么九",
        "단요구",
        (5, 5, 5),
        ("pages", "inferred", "list"),
        rule="Only number tiles 2-8. Seven Pairs too.",
    ),
    Pattern(
        4,
        "2.1.1",
        "Mixed One-Suit",
        "混一色",
        "혼일색",
        (40, 40, 40),
        ("pages", "inferred", "list"),
        rule="One number suit and at least one honor. Seven Pairs too.",
    ),
    Pattern(
        5,
        "2.1.2",
        "Pure One-Suit",
        "清一色",
        "청일색",
        (100, 80, 80),
        ("pages", "doubtful", "list"),
        rule="One number suit and no honor. Seven Pairs too.",
    ),
    Pattern(
        6,
        "2.2",
        "Nine Gates",
        "九蓮寶燈",
        "구련보등",
        (480, 480, 480),
        ("pages", "inferred", "list"),
        rule="The 13 tiles held before the win are 1112345678999 of one suit, none declared.",
    ),
    Pattern(
        7,
        "3.1",
        "Value Honor",
        "番牌",
        "역패",
        (10, 10, 10),
        ("text", "clauses", "list"),
        rule="A triplet or kong of dragons or of the own seat wind, each; the round wind "
        "means nothing.",
    ),
    Pattern(
        8,
        "3.2.1",
        "Small Three Dragons",
        "小三元",
        "소삼원",
        (30, 40, 40),
        ("pages", "doubtful", "list"),
        rule="Two triplets or kongs of dragons and a pair of the third.",
    ),
    Pattern(
        9,
        "3.2.2",
        "Big Three Dragons",
        "大三元",
        "대삼원",
        (130, 130, 130),
        ("pages", "inferred", "list"),
        rule="Triplets or kongs of all three dragons.",
    ),
    Pattern(
        10,
        "3.3.1",
        "Small Three Winds",
        "小三風",
        "소삼풍",
        (25, 30, 30),
        ("notice, pages", "notice", "list"),
        rule="Two triplets or kongs of winds and a pair of a third wind.",
    ),
    Pattern(
        11,
        "3.3.2",
        "Big Three Winds",
        "大三風",
        "대삼풍",
        (120, 120, 120),
        ("pages", "inferred", "list"),
        rule="Three triplets or kongs of winds, the pair no wind.",
    ),
    Pattern(
        12,
        "3.3.3",
        "Small Four Winds",
        "小四喜",
        "소사희",
        (320, 320, 320),
        ("pages", "inferred", "list"),
        rule="Three triplets or kongs of winds and a pair of the fourth.",
    ),
    Pattern(
        13,
        "3.3.4",
        "Big Four Winds",
        "大四喜",
        "대사희",
        (400, 400, 400),
        ("pages", "inferred", "list"),
        rule="Triplets or kongs of all four winds.",
    ),
    Pattern(
        14,
        "3.4",
        "All Honors",
        "字一色",
        "자일색",
        (320, 320, 320),
        ("pages", "inferred", "list"),
        rule="Only honors. Seven Pairs too.",
    ),
    Pattern(
        15,
        "4.1",
        "All Triplets",
        "對對和",
        "대대화",
        (40, 30, 30),
        ("text, notice", "notice, clauses", "list"),
        rule="Four triplets or kongs.",
    ),
    Pattern(
        16,
        "4.2.1",
        "Two Concealed Triplets",
        "二暗刻",
        "이암각",
        (5, 5, 5),
        ("carried over", "inferred", "list"),
        rule="Two triplets drawn from the wall; concealed kongs are among them, a triplet "
        "completed by a discard is not.",
    ),
    Pattern(
        17,
        "4.2.2",
        "Three Concealed Triplets",
        "三暗刻",
        "삼암각",
        (25, 30, 30),
        ("notice", "notice", "list"),
        rule="Three concealed triplets, counted as in 4.2.1.",
    ),
    Pattern(
        18,
        "4.2.3",
        "Four Concealed Triplets",
        "四暗刻",
        "사암각",
        (115, 125, 125),
        ("text, notice", "notice, clauses", "list"),
        rule="Four concealed triplets, counted as in 4.2.1.",
    ),
    Pattern(
        19,
        "4.3.1",
        "One Kong",
        "一槓",
        "일강",
        (5, 5, 5),
        ("older, carried over", "inferred", "list"),
        rule="One declared kong, concealed or melded.",
    ),
    Pattern(
        20,
        "4.3.2",
        "Two Kong",
        "二槓",
        "이강 / 깡 2개",
        (20, 20, 20),
        ("carried over", "inferred", "list"),
        rule="Two declared kongs.",
    ),
    Pattern(
        21,
        "4.3.3",
        "Three Kong",
        "三槓",
        "삼강 / 깡 3개",
        (120, 120, 120),
        ("carried over", "inferred", "list"),
        rule="Three declared kongs.",
    ),
    Pattern(
        22,
        "4.3.4",
        "Four Kong",
        "四槓",
        "사강 / 깡 4개",
        (480, 480, 480),
        ("carried over", "inferred", "list"),
        rule="Four declared kongs.",
    ),
    Pattern(
        23,
        "5.1.1",
        "Two Identical Sequences",
        "一般高",
        "일반고",
        (10, 10, 10),
        ("carried over", "inferred", "list"),
        rule="One sequence that occurs exactly twice.",
    ),
    Pattern(
        24,
        "5.1.2",
        "Two Identical Sequences Twice",
        "兩般高",
        "양반고",
        (60, 60, 60),
        ("carried over", "inferred", "list"),
        rule="Two different sequences, each exactly twice.",
    ),
    Pattern(
        25,
        "5.1.3",
        "Three Identical Sequences",
        "一色三同順",
        "일색삼동순",
        (120, 120, 120),
        ("carried over", "inferred", "list"),
        rule="One sequence three times.",
    ),
    Pattern(
        26,
        "5.1.4",
        "Four Identical Sequences",
        "一色四同順",
        "일색사동순",
        (480, 480, 480),
        ("carried over", "inferred", "list"),
        rule="One sequence four times.",
    ),
    Pattern(
        27,
        "6.1",
        "Three Similar Sequences",
        "三色同順",
        "삼색동순",
        (35, 35, 35),
        ("carried over", "inferred", "list"),
        rule="The same sequence in all three suits.",
    ),
    Pattern(
        28,
        "6.2.1",
        "Small Three Similar Triplets",
        "三色小同刻",
        "삼색소동각",
        (25, 30, 30),
        ("notice, older", "notice", "list"),
        rule="Triplets or kongs of one number in two suits, the pair of that number in the third.",
    ),
    Pattern(
        29,
        "6.2.2",
        "Three Similar Triplets",
        "三色同刻",
        "삼색동각",
        (120, 120, 120),
        ("older, carried over", "inferred", "list"),
        rule="Triplets or kongs of one number in all three suits.",
    ),
    Pattern(
        30,
        "7.1",
        "Nine-Tile Straight",
        "一氣通貫",
        "일기통관",
        (40, 40, 40),
        ("pages", "inferred", "list"),
        rule="The sequences 123, 456 and 789 of one suit.",
    ),
    Pattern(
        31,
        "7.2.1",
        "Three Consecutive Triplets",
        "三連刻",
        "삼련각",
        (100, 100, 100),
        ("pages", "inferred", "list"),
        rule="Three triplets or kongs of consecutive numbers in one suit.",
    ),
    Pattern(
        32,
        "7.2.2",
        "Four Consecutive Triplets",
        "四連刻",
        "사련각",
        (200, 200, 200),
        ("pages", "inferred", "list"),
        rule="Four triplets or kongs of consecutive numbers in one suit.",
    ),
    Pattern(
        33,
        "8.1.1",
        "Mixed Lesser Terminals",
        "混全帶么",
        "혼전대요",
        (40, 40, 40),
        ("pages", "inferred", "list"),
        rule="Every set and the pair hold a terminal or an honor.",
    ),
    Pattern(
        34,
        "8.1.2",
        "Pure Lesser Terminals",
        "純全帶么",
        "순전대요",
        (50, 50, 50),
        ("pages", "inferred", "list"),
        rule="Every set and the pair hold a terminal.",
    ),
    Pattern(
        35,
        "8.1.3",
        "Mixed Greater Terminals",
        "混么九",
        "혼요구",
        (100, 100, 100),
        ("pages", "inferred", "list"),
        rule="Only terminals and honors, in four triplets and a pair or in Seven Pairs.",
    ),
    Pattern(
        36,
        "8.1.4",
        "Pure Greater Terminals",
        "清么九",
        "청요구",
        (400, 400, 400),
        ("pages", "inferred", "list"),
        rule="Only terminals. Seven Pairs too.",
    ),
    Pattern(
        37,
        "9.1.1",
        "Final Draw",
        "海底撈月",
        "해저로월",
        (10, 10, 10),
        ("pages", "inferred", "list"),
        rule="Self-draw of the last wall tile.",
    ),
    Pattern(
        38,
        "9.1.2",
        "Final Discard",
        "河底撈魚",
        "하저로어",
        (10, 10, 10),
        ("pages", "inferred", "list"),
        rule="A win on the discard of the player who drew the last wall tile.",
    ),
    Pattern(
        39,
        "9.2",
        "Win on Kong",
        "嶺上開花",
        "영상개화",
        (15, 10, 10),
        ("notice", "notice", "list"),
        rule="Self-draw of the tile that replaces an own kong.",
    ),
    Pattern(
        40,
        "9.3",
        "Robbing a Kong",
        "搶槓",
        "창강",
        (15, 10, 10),
        ("notice", "notice", "list"),
        rule="A win on the tile that another player adds to an exposed triplet.",
    ),
    Pattern(
        41,
        "9.4.1",
        "Blessing of Heaven",
        "天和",
        "천화",
        (320, 155, 155),
        ("notice", "notice", "list"),
        rule="East wins with the tiles dealt, no kong declared.",
    ),
    Pattern(
        42,
        "9.4.2",
        "Blessing of Earth",
        "地和",
        "지화",
        (320, 155, 155),
        ("notice", "notice", "list"),
        rule="Another seat wins on East's first discard, no kong declared.",
    ),
    Pattern(
        43,
        "10.1",
        "Thirteen Terminals",
        "十三么九",
        "십삼요구",
        (320, 160, 160),
        ("notice", "notice", "list"),
        rule="One of each terminal and honor and one more of them; only category 9 joins it.",
    ),
    Pattern(
        44,
        "10.2",
        "Seven Pairs",
        "七對子",
        "칠대자",
        (25, 30, 30),
        ("notice", "notice", "list"),
        rule="Seven pairs, none declared; four of a kind may be two of them.",
    ),
)

COLUMN = {p.number: p.column for p in PATTERNS}


def columns_of(numbers: Iterable[str]) -> tuple[int, ...]:
    """The columns of these patterns, in order.

    >>> columns_of(["4.2.3", "1.2"])
    (2, 18)
    """
    return tuple(sorted(COLUMN[n] for n in numbers))
