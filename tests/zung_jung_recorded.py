"""Scored Zung Jung hands recorded by other programs, restated as facts."""

from typing import NamedTuple


class Recorded(NamedTuple):
    """A hand of the Zung Jung tests of EpicOrange/riichi_advanced.

    `zj_value` and `payments` (in order of the seats) are the source's figures for zj-3.3, its
    pattern names turned into numbers; the wsom figures were derived from the rules.
    """

    name: str
    hand: str
    zj_value: int
    zj_patterns: str
    payments: tuple[int, int, int, int]
    wsom_value: int
    wsom_patterns: str


class TilesOnly(NamedTuple):
    """Fourteen concealed tiles of furrykef/mahjong, src/scoring.spec.ts, scored for zj-3.3.

    The winning tile is not stated and series 2.2, 4.2, 4.3 and 9 are not asserted; with a listed
    limit only that pattern is named.
    """

    name: str
    tiles: str
    seat: str
    patterns: str


RECORDED = (
    Recorded("epic-zj-002", "33356788m789p34s5s|EE0000", 5, "1.2", (15, -5, -5, -5), 5, "1.2"),
    Recorded(
        "epic-zj-003",
        "[3333m]56788m789p34s5s|EE0000",
        10,
        "1.2 4.3.1",
        (30, -10, -10, -10),
        10,
        "1.2 4.3.1",
    ),
    Recorded(
        "epic-zj-009",
        "1112344678999m5m|EE0000",
        85,
        "1.2 2.1.2",
        (255, -205, -25, -25),
        105,
        "1.2 2.1.2",
    ),
    Recorded(
        "epic-zj-010", "1112345678999m5m|EE0000", 480, "2.2", (1440, -1390, -25, -25), 480, "2.2"
    ),
    Recorded(
        "epic-zj-011", "[555s,1]1236789mPPP6m|EE0000", 10, "3.1", (30, -10, -10, -10), 10, "3.1"
    ),
    Recorded(
        "epic-zj-013", "[555s,1]1236789mCCC6m|EE0000", 10, "3.1", (30, -10, -10, -10), 10, "3.1"
    ),
    Recorded(
        "epic-zj-015",
        "[555s,1]6789mEEEPPP6m|EE0000",
        25,
        "3.1 3.1 4.2.1",
        (75, -25, -25, -25),
        25,
        "3.1 3.1 4.2.1",
    ),
    Recorded(
        "epic-zj-016",
        "[PPP,1]56m789pCCCFF4m|EE0000",
        60,
        "3.1 3.1 3.2.1",
        (180, -130, -25, -25),
        50,
        "3.1 3.1 3.2.1",
    ),
    Recorded(
        "epic-zj-017",
        "[PPP,1][FFF,1]5m678pCCC5m|EE0000",
        160,
        "3.1 3.1 3.1 3.2.2",
        (480, -430, -25, -25),
        160,
        "3.1 3.1 3.1 3.2.2",
    ),
    Recorded(
        "epic-zj-018", "[SSS,1]56m789pWWNNN4m|EE0000", 30, "3.3.1", (90, -40, -25, -25), 25, "3.3.1"
    ),
    Recorded(
        "epic-zj-019",
        "[SSS,1][WWW,1]5m678pNNN5m|EE0000",
        120,
        "3.3.2",
        (360, -310, -25, -25),
        120,
        "3.3.2",
    ),
    Recorded(
        "epic-zj-020",
        "[EEE,1]56mSSSWWNNN4m|EE0000",
        320,
        "3.3.3",
        (960, -910, -25, -25),
        320,
        "3.3.3",
    ),
    Recorded(
        "epic-zj-021",
        "[EEE,1]5mSSSWWWNNN5m|EE0000",
        400,
        "3.3.4",
        (1200, -1150, -25, -25),
        400,
        "3.3.4",
    ),
    Recorded(
        "epic-zj-022",
        "[222p,1][333s,1][444s,1]5999m5m|EE0000",
        30,
        "4.1",
        (90, -40, -25, -25),
        40,
        "4.1",
    ),
    Recorded(
        "epic-zj-023", "[999m,1]5m123p333444s5m|EE0000", 5, "4.2.1", (15, -5, -5, -5), 5, "4.2.1"
    ),
    Recorded(
        "epic-zj-025",
        "[789m,1]5m222p333444s5m|EE0000",
        30,
        "4.2.2",
        (90, -40, -25, -25),
        25,
        "4.2.2",
    ),
    Recorded(
        "epic-zj-026",
        "5999m222p333444s5m|EE0000",
        160,
        "1.2 4.1 4.2.3",
        (480, -430, -25, -25),
        160,
        "1.2 4.1 4.2.3",
    ),
    Recorded(
        "epic-zj-027", "[2222p,1]5678m345sNNN5m|EE0000", 5, "4.3.1", (15, -5, -5, -5), 5, "4.3.1"
    ),
    Recorded(
        "epic-zj-028",
        "[2222p,1][NNNN,1]5678m345s5m|EE0000",
        20,
        "4.3.2",
        (60, -20, -20, -20),
        20,
        "4.3.2",
    ),
    Recorded(
        "epic-zj-029",
        "[2222p,1][NNNN,1][9999m,1]5m345s5m|EE0000",
        120,
        "4.3.3",
        (360, -310, -25, -25),
        120,
        "4.3.3",
    ),
    Recorded(
        "epic-zj-030",
        "[2222p,1][NNNN,1][9999m,1][3333s,1]5m5m|EE0000",
        480,
        "4.3.4",
        (1440, -1390, -25, -25),
        480,
        "4.3.4",
    ),
    Recorded(
        "epic-zj-031",
        "[789m,1]3335789m456s5m|EE0000",
        10,
        "5.1.1",
        (30, -10, -10, -10),
        10,
        "5.1.1",
    ),
    Recorded(
        "epic-zj-032",
        "[789m,1]5778899m555p5m|EE0000",
        120,
        "5.1.3",
        (360, -310, -25, -25),
        120,
        "5.1.3",
    ),
    Recorded(
        "epic-zj-033",
        "[789m,1]5777888999m5m|EE0000",
        480,
        "5.1.4",
        (1440, -1390, -25, -25),
        480,
        "5.1.4",
    ),
    Recorded(
        "epic-zj-034", "[789m,1]5m555789p789s5m|EE0000", 35, "6.1", (105, -55, -25, -25), 35, "6.1"
    ),
    Recorded(
        "epic-zj-035",
        "[777s,1]56777m12377p4m|EE0000",
        30,
        "6.2.1",
        (90, -40, -25, -25),
        25,
        "6.2.1",
    ),
    Recorded(
        "epic-zj-036",
        "[777s,1][777p,1]5777m123p5m|EE0000",
        120,
        "6.2.2",
        (360, -310, -25, -25),
        120,
        "6.2.2",
    ),
    Recorded(
        "epic-zj-039",
        "[666m,1][888m,1]5777m123p5m|EE0000",
        100,
        "7.2.1",
        (300, -250, -25, -25),
        100,
        "7.2.1",
    ),
    Recorded(
        "epic-zj-040",
        "[666m,1][888m,1][777m,1]999m5p5p|EE0000",
        230,
        "4.1 7.2.2",
        (690, -640, -25, -25),
        240,
        "4.1 7.2.2",
    ),
    Recorded(
        "epic-zj-043",
        "[111m,1][111p,1][999p,1]99sPP9s|EE0000",
        130,
        "4.1 8.1.3",
        (390, -340, -25, -25),
        140,
        "4.1 8.1.3",
    ),
    Recorded(
        "epic-zj-044",
        "[111m,1]999m999p1119s9s|EE0000",
        400,
        "8.1.4",
        (1200, -1150, -25, -25),
        400,
        "8.1.4",
    ),
    Recorded(
        "epic-zj-048",
        "[NNNN]12357m22p345s6m|EE1001",
        20,
        "1.2 4.3.1 9.2",
        (60, -20, -20, -20),
        25,
        "1.2 4.3.1 9.2",
    ),
    Recorded(
        "epic-zj-049",
        "12357m22p345sNNN6m|ES00001",
        160,
        "1.2 9.4.2",
        (-430, 480, -25, -25),
        320,
        "9.4.2",
    ),
    Recorded("epic-zj-050", "12357m22p345sNNN6m|ES0000", 5, "1.2", (-5, 15, -5, -5), 5, "1.2"),
    Recorded(
        "epic-zj-051", "19m19p119sSWNCFPE|ES0000", 160, "10.1", (-430, 480, -25, -25), 320, "10.1"
    ),
    Recorded(
        "epic-zj-052", "19m19p19sESWNCFPE|ES0000", 160, "10.1", (-430, 480, -25, -25), 320, "10.1"
    ),
    Recorded(
        "epic-zj-053", "2233556688m11pEE|ES0000", 30, "10.2", (-40, 90, -25, -25), 30, "1.2 10.2"
    ),
    Recorded("epic-zj-056", "EESSWWNNCFFPPC|EE0000", 320, "3.4", (960, -910, -25, -25), 320, "3.4"),
    Recorded(
        "epic-zj-058",
        "12223333555pPPP|ES1010",
        95,
        "1.2 2.1.1 3.1 4.2.2 9.1.1",
        (-95, 285, -95, -95),
        90,
        "1.2 2.1.1 3.1 4.2.2 9.1.1",
    ),
    Recorded(
        "epic-zjs-001", "19m19p19sSWNCFPPE|ES0000", 160, "10.1", (-430, 480, -25, -25), 320, "10.1"
    ),
    Recorded(
        "epic-zjs-003", "19m19p19sSWNCCFPE|ES0000", 160, "10.1", (-25, 480, -430, -25), 320, "10.1"
    ),
)
TILES_ONLY = (
    TilesOnly("furrykef-001", "456789m123456sPP", "E", "1.1 1.2"),
    TilesOnly("furrykef-002", "234m55678p222345s", "E", "1.2 1.3"),
    TilesOnly("furrykef-003", "234m678p222345sPP", "E", "1.2"),
    TilesOnly("furrykef-004", "123m55678p222345s", "E", "1.2"),
    TilesOnly("furrykef-007", "12333355577sEEE", "N", "1.2 2.1.1"),
    TilesOnly("furrykef-008", "55sEEEWWWFFFPPP", "N", "1.2 2.1.1 3.1 3.1 4.1"),
    TilesOnly("furrykef-009", "112244556677sPP", "E", "2.1.1 10.2"),
    TilesOnly("furrykef-013", "456m789p123sEEFFF", "E", "1.2 3.1"),
    TilesOnly("furrykef-015", "456m789p123sEEEPP", "E", "1.2 3.1"),
    TilesOnly("furrykef-016", "456m123sCCFFFPPP", "E", "1.2 3.1 3.1 3.2.1"),
    TilesOnly("furrykef-017", "456m123sEEFFFPPP", "E", "1.2 3.1 3.1"),
    TilesOnly("furrykef-019", "456m123sEEESSSWW", "N", "1.2 3.3.1"),
    TilesOnly("furrykef-021", "55m123sEEESSSWWW", "N", "1.2 3.3.2"),
    TilesOnly("furrykef-022", "123sEEESSSWWWNN", "N", "3.3.3"),
    TilesOnly("furrykef-023", "55m123sEEESSSWWW", "N", "1.2 3.3.2"),
    TilesOnly("furrykef-024", "55sEEESSSWWWNNN", "E", "3.3.4"),
    TilesOnly("furrykef-026", "EESSWWNNCCFFPP", "E", "3.4"),
    TilesOnly("furrykef-028", "333m112233sEEEPP", "N", "1.2 5.1.1"),
    TilesOnly("furrykef-029", "445566m112233sPP", "E", "1.1 1.2 5.1.2"),
    TilesOnly("furrykef-031", "111122223333sPP", "E", "5.1.4"),
    TilesOnly("furrykef-032", "123m123p123555sPP", "E", "1.2 6.1"),
    TilesOnly("furrykef-033", "555789m55p123555s", "E", "1.2 6.2.1"),
    TilesOnly("furrykef-036", "555m111222333sPP", "E", "1.2 4.1 7.2.1"),
    TilesOnly("furrykef-037", "55m111222333444s", "E", "1.2 4.1 7.2.2"),
    TilesOnly("furrykef-038", "789m111sEEENNNPP", "W", "1.2 8.1.1"),
    TilesOnly("furrykef-039", "123999m11p111789s", "E", "1.2 8.1.2"),
    TilesOnly("furrykef-040", "999m111sEEENNNPP", "W", "1.2 4.1 8.1.3"),
    TilesOnly("furrykef-044", "19m19p19sESWNCCFP", "E", "10.1"),
    TilesOnly("furrykef-046", "1111m1133557799s", "E", "10.2"),
)
