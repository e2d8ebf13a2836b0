"""How the tables are laid out: bit fields, sizes and counts that builder and runtime share.

A shape word describes the tiles of one suit in one decomposition. Words are only ever added:
the sum over the suits and the declared sets says whether there are four sets and a pair, and
its upper bits are a hash of the four sets.
"""

FORMAT = 1

# What enumeration must find, asserted when building, when loading and in the tests.
SUIT_SHAPES = 21_743
SUIT_DECOMPOSITIONS = 23_533
HONOR_SHAPES = 498
SET_COMBINATIONS = 424_270
LEGAL_COMBINATIONS = 366_528
STANDARD_HANDS = 11_498_658
HAND_DECOMPOSITIONS = 11_580_567
HANDS_BY_DECOMPOSITIONS = (11_419_215, 77_025, 2_370, 48)

SUIT_KEYS = 5**9
HONOR_KEYS = 5**7
# Row 0 is the shape that is none; further decompositions follow the 21,743 first ones.
SUIT_ROWS = SUIT_DECOMPOSITIONS + 1
HONOR_ROWS = HONOR_SHAPES + 1

# Fields of a shape word, from the lowest bit.
PAIRS_SHIFT = 6
CONCEALED_PUNGS_SHIFT = 9
SEVERAL_SHIFT = 12
GATES_SHIFT = 14
ODD_SHIFT = 15
QUADS_SHIFT = 19
PAIR_CLASS_SHIFT = 21
HASH_SHIFT = 26
BUCKET_SHIFT = 48

COMPLETE_MASK = 511
COMPLETE = 4 | 1 << PAIRS_SHIFT
NO_SHAPE = 8
ODD_CAP = 3

BUCKETS = 1 << 16
SLOT_BITS = 19
SLOTS = 1 << SLOT_BITS
LOW32 = (1 << 32) - 1

# The owner byte of (decomposition, rank): five role bits, then these.
SINGLE_WAIT = 1 << 5
LEAVES_GATES = 1 << 6
ANOTHER = 1 << 7  # in batches: the standing tiles hold the winning tile twice or more

KNITTED_WAYS = 6
NO_MELD = 255

# The keys of characters and dots stand in one word, KEY_SHIFT apart, those of bamboo and honors in
# another. Batches have above them the number of tiles; the state of the declared sets, the kongs.
KEY_SHIFT = 24
TILES_SHIFT = STATE_SHIFT = 48
KONGS_SHIFT = 55
# Fan counts of a list, room for 82.
VECTOR = 96

# Fields of what batches know of the tiles of a key, above two masks of nine ranks.
TRAIT_QUADS, TRAIT_ODD, TRAIT_TILES = 18, 21, 25

# Fields of a record of a rule set.
HOG_SHIFT = 12
WIND_SHIFT = 14
INTERACTION_SHIFT = 22
LISTED_SHIFT = 28
POINTS_MASK = (1 << 12) - 1

# Fields of a role value: points above `ROLE_BIAS`, then the listed limit.
ROLE_BIAS = 256
ROLE_LISTED_SHIFT = 12

# In the fan lists of rows and roles, an entry above this is a fan that is dropped.
DROPPED = 128

# Numbers of a rule set that the steps need, by position.
CAP, CHICKEN, CHICKEN_PAYABLE, CHICKEN_FAN, HOG_FAN, KNITTED_OUTSIDE, KNITTED_INSIDE = range(7)
GATES_BY_HEAVEN, FLOWERS_MAX, CONTEXT_ROWS, FLOWER_FAN, FAN_COLUMNS = range(7, 12)
PARAMETERS = 12

# Special shapes, by position in `specials`.
THIRTEEN_ORPHANS, GREATER_KNITTED, LESSER_KNITTED, LESSER_KNITTED_STRAIGHT = range(4)

# Shapes with 0 to 4 sets, without and with a pair: consecutive ids (see `hulebook.index`).
SUIT_CLASS_SIZES = (1, 9, 16, 135, 127, 996, 627, 4_475, 2_098, 13_259)
HONOR_CLASS_SIZES = (1, 7, 7, 42, 21, 105, 35, 140, 35, 105)
