/** Milliseconds between two requests to the second node, at least. */
export const INTERVAL = 15_000
/** Up to so many milliseconds more, by chance: the first node must not know which of its answers are compared. */
export const CHANCE = 3_000
/** Milliseconds in which the second node gets the block, and a block that loses against another goes. */
export const SETTLE = 1_500
