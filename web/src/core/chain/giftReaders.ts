/** Reads of gifts (gifts.ts). They go in separate calls: however many there are, no other read fails because of them. */
import type { PoolKey } from '@galx/protocol/products'
import type { ReadContext } from './chainRead.ts'
import { wantedGifts, type Gifts } from './gifts.ts'
import { accountState, readPositions } from './positionWindows.ts'

/** Gifts have numbers from here on (StakingPools.FIRST_GIFT). */
const FIRST_GIFT = 2n ** 32n
/** So many numbers are read again at each thorough reading; a longer list only when the account's state has changed. */
const FEW = 200

type Known = { account: string; state: string; gifts: Gifts }

const known = new Map<PoolKey, Known>()
/** Two readers ask for the same gifts in one poll. */
const inFlight = new WeakMap<ReadContext, Map<PoolKey, Promise<Gifts>>>()

/** Rejects when they cannot be read. */
export function readGifts(pool: PoolKey, context: ReadContext): Promise<Gifts> {
  const asked = inFlight.get(context) ?? new Map<PoolKey, Promise<Gifts>>()
  inFlight.set(context, asked)
  const reading = asked.get(pool) ?? readNew(pool, context)
  asked.set(pool, reading)
  return reading
}

/** As last known where they cannot be read; none where they never were. Never rejects. */
export async function giftsOrLast(pool: PoolKey, context: ReadContext): Promise<Gifts> {
  try {
    return await readGifts(pool, context)
  } catch {
    const last = known.get(pool)
    return last?.account === context.account ? last.gifts : NONE
  }
}

const NONE: Gifts = { open: [], older: 0 }

async function readNew(pool: PoolKey, context: ReadContext): Promise<Gifts> {
  const { account, readHeavy, thorough } = context
  const { weight, boostBps, positionCount, giftCount } = await accountState(pool, context)
  const count = Number(giftCount)
  const wanted = Math.min(count, wantedGifts(pool, account))
  const older = count - wanted
  const state = [account, weight, boostBps, positionCount, giftCount, wanted].join('/')
  const last = known.get(pool)
  // Taking out principal that a token had refused to pay does not change the account's state.
  const rests = last?.gifts.open.some(({ amount }) => amount === 0n) === true
  if (last?.state === state && !(thorough && (wanted <= FEW || rests))) return last.gifts
  const open =
    wanted === 0
      ? []
      : await readPositions(
          pool,
          { ...context, read: readHeavy },
          { from: FIRST_GIFT + BigInt(older), count: wanted },
        )
  const gifts = { open, older }
  known.set(pool, { account, state, gifts })
  return gifts
}
