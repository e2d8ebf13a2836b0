"""Hypothesis strategies for hands that can be (whether or not they win)."""

from hypothesis import strategies as st

from hulebook.errors import BadHand
from hulebook.hands.hand import CHOW, CONCEALED_KONG, MELDED_KONG, PUNG, Hand, Meld

CHOWS = [Meld(CHOW, tile, source) for tile in range(27) if tile % 9 < 7 for source in (1, 2, 3)]
PUNGS = [Meld(PUNG, tile, source) for tile in range(34) for source in (1, 2, 3)]
MELDED = [Meld(MELDED_KONG, tile, source) for tile in range(34) for source in (1, 2, 3, 5, 6, 7)]
CONCEALED = [Meld(CONCEALED_KONG, tile) for tile in range(34)]
FLAGS = ("last_of_kind", "last_wall_tile", "kong", "heaven", "earth")


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Any legal hand: melds that fit together, standing tiles from what is left, any context."""
    left = [4] * 34
    melds: list[Meld] = []
    kinds = st.sampled_from([CHOWS, PUNGS, MELDED, CONCEALED])
    for _ in range(draw(st.integers(0, 4))):
        meld = draw(st.sampled_from(draw(kinds)))
        if all(left[tile] >= meld.tiles.count(tile) for tile in meld.tiles):
            melds.append(meld)
            for tile in meld.tiles:
                left[tile] -= 1
    standing: list[int] = []
    for _ in range(14 - 3 * len(melds)):
        tile = draw(st.sampled_from([tile for tile in range(34) if left[tile]]))
        standing.append(tile)
        left[tile] -= 1
    context = {
        "seat_wind": draw(st.integers(0, 3)),
        "round_wind": draw(st.integers(0, 3)),
        "self_draw": draw(st.booleans()),
        "flowers": draw(st.integers(0, 8)),
    }
    flags = {name: True for name in draw(st.sets(st.sampled_from(FLAGS), max_size=3))}
    win_tile = draw(st.sampled_from(standing))
    try:
        return Hand(standing, win_tile, melds, **context, **flags)
    except BadHand:  # flags that cannot be with these tiles
        return Hand(standing, win_tile, melds, **context)
