/** The minimum number of milliseconds between two requests to the second node. */
export const INTERVAL = 15_000
/** At most this many random milliseconds are added: the first node must not know which answers are compared. */
export const CHANCE = 3_000
/** Milliseconds for the second node to get the block, and for a block to be replaced in a fork. */
export const SETTLE = 1_500
