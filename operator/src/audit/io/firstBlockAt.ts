/**
 * Finds the first block at or after a time, and reads few headers: blocks come at almost equal intervals, so two blocks predict the place of a third.
 */
import type { CheckedHeader } from './headers.ts'

/** In a range of at most this many blocks, the search only halves the range: a guess would not be better. */
const FEW = 4n
/** The number of guesses in a row after which the search halves the range once, regardless of the times. */
const GUESSES = 3

/**
 * @param low all earlier blocks have an earlier time than `time`
 * @param high its time is at least `time`
 * @returns the lowest block from `low` to `high` with a time of at least `time`, unix seconds. Several blocks may have the same time
 */
export async function firstBlockAt(
  header: (number: bigint) => Promise<CheckedHeader>,
  time: bigint,
  low: bigint,
  high: CheckedHeader,
): Promise<CheckedHeader> {
  if (low >= high.number) return high
  let below = await header(low)
  if (below.timestamp >= time) return below
  let found = high
  // Blocks added to the next guess. A guess below the boundary moves the next guess up, a guess above it moves the next guess down.
  let beside = 0n
  for (let guesses = 0; below.number + 1n < found.number; guesses++) {
    const between = found.number - below.number
    const halved = between <= FEW || guesses % (GUESSES + 1) === GUESSES
    const guess = halved ? below.number + between / 2n : guessOf(time, below, found) + beside
    const probe = await header(within(guess, below.number + 1n, found.number - 1n))
    if (probe.timestamp >= time) {
      found = probe
      beside = beside < 0n ? beside * 4n : -1n
    } else {
      below = probe
      beside = beside > 0n ? beside * 4n : 1n
    }
  }
  return found
}

function guessOf(time: bigint, below: CheckedHeader, found: CheckedHeader): bigint {
  const seconds = found.timestamp - below.timestamp
  const blocks = found.number - below.number
  return below.number + (blocks * (time - below.timestamp)) / seconds
}

function within(number: bigint, lowest: bigint, highest: bigint): bigint {
  return number < lowest ? lowest : number > highest ? highest : number
}
