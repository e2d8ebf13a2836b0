"""The shipped rule sets and what each switch decides. Sources stand beside each switch."""

from hulebook.rules.ruleset import MCR_FAMILY, ZUNG_JUNG_FAMILY, RuleSet, Switch
from hulebook.rules.zung_jung.patterns import EDITIONS, PATTERNS

MCR_SWITCHES = (
    Switch(
        "concealed_by_nature_self_draw",
        (56, 80),
        "what fans 4, 6, 7, 12, 19, 20 and 34 take when self-drawn: Fully Concealed Hand (Green "
        "Book; 2014, pp. 23-35) or Self-Drawn (1998, MIL)",
    ),
    Switch(
        "two_concealed_kongs",
        (8, 6),
        "points of fan 48: 8 in the Green Book and 2014 (pp. 11, 14), 6 in 1998 and MIL",
    ),
    Switch(
        "mixed_kongs",
        (6, 5),
        "points of one melded with one concealed kong: 6 in the Green Book text of 57 and 2014 "
        "(p. 40), 5 in MIL and online play",
    ),
    Switch(
        "knitted_wait",
        ("outside", "inside", "never"),
        "wait fans beside a Knitted Straight: only if the winning kind is none of the nine "
        "knitted tiles, also if it is, or never",
    ),
    Switch(
        "nine_gates_terminal_pung",
        ("drop one", "drop all"),
        "Pung of Terminals beside Nine Gates: one is dropped, or every one (2014, p. 24)",
    ),
    Switch(
        "double_pung_in_all_terminals",
        ("count", "refuse"),
        "Double Pung beside All Terminals: counted (2014, p. 26) or refused (MIL 14)",
    ),
    Switch(
        "tile_hog_of_honors",
        ("count", "refuse"),
        "four equal honors in Seven Pairs as a Tile Hog",
    ),
    Switch(
        "forced_tile_hog",
        ("count", "drop one"),
        "the Tile Hog that All Green or All Terminals in Seven Pairs cannot avoid",
    ),
    Switch(
        "kong_fans_beside_three_or_four_kongs",
        ("refuse", "count"),
        "Concealed Kong (exactly one) or Two Concealed Kongs (exactly two) beside Three and Four "
        "Kongs: refused, or counted (2014, pp. 24, 28)",
    ),
    Switch(
        "half_flush_in_all_green",
        ("count", "refuse"),
        "Half Flush beside All Green with a green dragon: counted (2014, p. 23) or refused "
        "(MIL 13)",
    ),
    Switch("minimum", range(1000), "points before flowers that a win needs"),
    Switch("base", range(1000), "what every loser pays beside the hand's points"),
)

MCR = RuleSet(
    "mcr",
    MCR_FAMILY,
    MCR_SWITCHES,
    {
        "concealed_by_nature_self_draw": 56,
        "two_concealed_kongs": 8,
        "mixed_kongs": 6,
        "knitted_wait": "outside",
        "nine_gates_terminal_pung": "drop one",
        "double_pung_in_all_terminals": "count",
        "tile_hog_of_honors": "count",
        "forced_tile_hog": "count",
        "kong_fans_beside_three_or_four_kongs": "refuse",
        "half_flush_in_all_green": "count",
        "minimum": 8,
        "base": 8,
    },
    about="Mahjong Competition Rules, Green Book 2006 (WMO, EMA)",
)

MCR_2014 = RuleSet(
    "mcr-2014",
    MCR_FAMILY,
    MCR_SWITCHES,
    {
        **MCR.switches,
        "knitted_wait": "inside",
        "nine_gates_terminal_pung": "drop all",
        "kong_fans_beside_three_or_four_kongs": "count",
    },
    about="World Mahjong Organization, Chinese edition of 2014",
)

MCR_98 = RuleSet(
    "mcr-98",
    MCR_FAMILY,
    MCR_SWITCHES,
    {
        **MCR.switches,
        "concealed_by_nature_self_draw": 80,
        "two_concealed_kongs": 6,
        "mixed_kongs": 5,
        "knitted_wait": "inside",
        "double_pung_in_all_terminals": "refuse",
        "half_flush_in_all_green": "refuse",
    },
    about="the 1998 rules as read by the Mahjong International League, PyMahjongGB and Botzone",
)

# The highest value a house rule can give: what the fields of the tables hold.
HIGHEST_VALUE = {"3.1": 255, "4.2.1": 255, "4.2.2": 255}
ZUNG_JUNG_SWITCHES = (
    *(
        Switch(
            p.switch,
            range(1, HIGHEST_VALUE.get(p.number, 500) + 1),
            f"value of {p.number} {p.en}; from 320 on it is a limit of its own",
        )
        for p in PATTERNS
    ),
    Switch(
        "concealed_hand_on_irregular",
        (False, True),
        "whether 1.2 Concealed Hand joins Seven Pairs and Thirteen Terminals: no in 2008 and "
        "3.3, yes before (MahjongTime's notice announces the change)",
    ),
    Switch("chicken_value", (0, 1), "value of a hand without any pattern"),
    Switch(
        "chicken_payable",
        (0, 1),
        "what each loser pays for it: a token of 1, or nothing where it may not win",
    ),
    Switch("minimum", range(1000), "value that a win needs"),
    Switch(
        "threshold",
        range(1000),
        "what those who are not responsible pay at most: 30 in the first edition, 25 since",
    ),
)


def _edition(id: str, about: str, **switches: object) -> RuleSet:
    place = EDITIONS.index(id)
    values = {p.switch: p.values[place] for p in PATTERNS}
    return RuleSet(id, ZUNG_JUNG_FAMILY, ZUNG_JUNG_SWITCHES, {**values, **switches}, about=about)


WSOM = _edition(
    "wsom",
    "World Series of Mahjong, first edition (about 2007), the one of the Korean scoring text",
    concealed_hand_on_irregular=True,
    chicken_value=0,
    chicken_payable=1,
    minimum=0,
    threshold=30,
)

WSOM_2008 = _edition(
    "wsom-2008",
    "World Series of Mahjong 2008, values partly inferred",
    concealed_hand_on_irregular=False,
    chicken_value=0,
    chicken_payable=0,
    minimum=5,
    threshold=25,
)

ZJ_33 = _edition(
    "zj-3.3",
    "Zung Jung 3.3 by Alan Kwan",
    concealed_hand_on_irregular=False,
    chicken_value=1,
    chicken_payable=1,
    minimum=0,
    threshold=25,
)

SHIPPED = {rules.id: rules for rules in (MCR, MCR_2014, MCR_98, WSOM, WSOM_2008, ZJ_33)}
