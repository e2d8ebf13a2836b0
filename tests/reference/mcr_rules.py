"""MCR fan data for the reference scorer: points, exclusions, switches and the three rule sets."""

from collections.abc import Mapping

Switches = Mapping[str, int | str]

SWITCHES: dict[str, tuple[int | str, ...]] = {
    "concealed_by_nature_self_draw": (56, 80),
    "two_concealed_kongs": (8, 6),
    "mixed_kongs": (6, 5),
    "knitted_wait": ("never", "outside", "inside"),
    "nine_gates_terminal_pung": ("drop one", "drop all"),
    "double_pung_in_all_terminals": ("count", "refuse"),
    "tile_hog_of_honors": ("count", "refuse"),
    "forced_tile_hog": ("count", "drop one"),
    "kong_fans_beside_three_or_four_kongs": ("refuse", "count"),
    "half_flush_in_all_green": ("count", "refuse"),
}

GREEN_BOOK: dict[str, int | str] = {
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
}

RULES: dict[str, dict[str, int | str]] = {
    "mcr": GREEN_BOOK,
    "mcr-2014": {
        **GREEN_BOOK,
        "knitted_wait": "inside",
        "nine_gates_terminal_pung": "drop all",
        "kong_fans_beside_three_or_four_kongs": "count",
    },
    "mcr-98": {
        **GREEN_BOOK,
        "concealed_by_nature_self_draw": 80,
        "two_concealed_kongs": 6,
        "mixed_kongs": 5,
        "knitted_wait": "inside",
        "double_pung_in_all_terminals": "refuse",
        "half_flush_in_all_green": "refuse",
    },
}

# 48 and 82 are switches, 81 (flowers) is added after the hand is scored.
_TIERS = {
    88: range(1, 8),
    64: range(8, 14),
    48: range(14, 16),
    32: range(16, 19),
    24: range(19, 28),
    16: range(28, 34),
    12: range(34, 39),
    8: range(39, 48),
    6: range(49, 55),
    4: range(55, 59),
    2: range(59, 69),
    1: range(69, 81),
}
POINTS: dict[int, int] = {fan: points for points, fans in _TIERS.items() for fan in fans}

# fan -> fans never scored beside it. The entries that depend on a switch or that reach only the
# sets of the excluding fan are in `EXCLUDES_INSIDE` and in mcr_fans.drop_excluded.
EXCLUDES: dict[int, set[int]] = {
    1: {38, 49, 60, 61, 73},
    2: {54, 59},
    4: {22, 62, 76},
    5: {17, 49, 57, 74, 79, 82},
    6: {19, 22, 62, 76, 79},
    7: {18, 52, 62, 79},
    8: {18, 49, 55, 73, 76},
    9: {38},
    10: {54, 59},
    11: {18, 49, 55, 73},
    12: {33, 49, 62, 66},
    13: {19, 22, 63, 69, 72, 76},
    14: {23, 24, 64, 69},
    15: {23, 24, 49},
    16: {30, 71, 72},
    17: {57, 74, 82},
    18: {49, 55, 73},
    19: {62, 79},
    20: {34, 52, 62, 79},
    21: {49, 68, 76},
    22: {76},
    23: {24},
    24: {23},
    25: {36, 76},
    26: {68, 76},
    27: {37, 76},
    29: {63, 70, 72, 76},
    31: {68, 76},
    33: {66},
    34: {52, 62, 79},
    36: {76},
    37: {76},
    40: {75},
    44: {80},
    46: {80},
    47: {58},
    48: {66, 67},
    53: {79},
    54: {59},
    56: {62, 80},
    57: {67, 74},
    63: {76},
    68: {76},
    82: {48, 57, 67, 74},
}

# The same, but only for instances that lie within the sets of the excluding fan.
EXCLUDES_INSIDE: dict[int, set[int]] = {
    9: {73},
    23: {69},
    28: {71, 72},
    32: {65},
    38: {73},
    41: {70},
    59: {73},
    60: {73},
    61: {73},
}


def points_of(fan: int, switches: Switches) -> int:
    """What a fan is worth under these switches."""
    if fan == 48:
        return int(switches["two_concealed_kongs"])
    if fan == 82:
        return int(switches["mixed_kongs"])
    return POINTS[fan]
