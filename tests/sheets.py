"""Score sheets that several tests use."""

from hulebook.game.sheet import ScoreSheet
from hulebook.rules import RuleSet, Switch

ZUNG_JUNG = RuleSet(
    "zj-30",
    "zung_jung",
    (Switch("minimum", range(1000), ""), Switch("threshold", range(1000), "")),
    {"minimum": 0, "threshold": 30},
)

# What `game` is in CSV.
CSV = """\
rules,hand,round,dealer,winner,points,discarder,responsible,\
amount_a,amount_b,amount_c,amount_d,penalty_a,penalty_b,penalty_c,penalty_d,\
total_a,total_b,total_c,total_d
mcr,1,E,A,B,12,A,,-20,36,-8,-8,0,0,0,0,-20,36,-8,-8
mcr,2,E,B,D,8,self,,-16,-16,-16,48,0,0,0,0,-36,20,-24,40
mcr,3,E,C,draw,,,,0,0,0,0,-30,10,10,10,-66,30,-14,50
mcr,4,E,D,C,24,B,,-8,-32,48,-8,0,0,0,0,-74,-2,34,42
"""


def game() -> ScoreSheet:
    sheet = ScoreSheet("mcr")
    sheet.add_win("B", 12, "A")
    sheet.add_win("D", 8)
    sheet.add_draw(penalties=(-30, 10, 10, 10))
    sheet.add_win("C", 24, "B")
    return sheet


def zung_jung_game() -> ScoreSheet:
    sheet = ScoreSheet(ZUNG_JUNG)
    sheet.add_win("B", 70, "A")
    sheet.add_win("B", 70, "A", responsible="C")
    sheet.add_win("B", 70, "A", responsible=None)
    sheet.add_win("A", 0)
    sheet.add_draw(penalties=(0, 0, 0, -5))
    return sheet
