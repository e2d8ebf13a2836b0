"""The shipped rule sets and what each switch decides. Sources stand beside each switch."""

from hulebook.rules.ruleset import MCR_FAMILY, RuleSet, Switch

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

SHIPPED = {rules.id: rules for rules in (MCR, MCR_2014, MCR_98)}
