/** Reads gifts (gifts.ts). The reads go into separate calls, so that any number of gifts cannot fail other reads. */
import type { PoolKey } from '@galx/protocol/products'
import type { ReadContext } from './chainRead.ts'
import { wantedGifts, type Gifts } from './gifts.ts'
import { accountState, readPositions } from './positionWindows.ts'

/** The lowest position number of a gift (StakingPools.FIRST_GIFT). */
const FIRST_GIFT = 2n ** 32n
/** Up to this many gifts are read again at each thorough reading. A longer list is read again only after a change of the account's state. */
const FEW = 200

type Known = { account: string; state: string; gifts: Gifts }

const known = new Map<PoolKey, Known>()
/** Requests of the present poll. Two readers may ask for the same gifts. */
const inFlight = new WeakMap<ReadContext, Map<PoolKey, Promise<Gifts>>>()

/** Rejects if the gifts cannot be read. */
export function readGifts(pool: PoolKey, context: ReadContext): Promise<Gifts> {
  const asked = inFlight.get(context) ?? new Map<PoolKey, Promise<Gifts>>()
  inFlight.set(context, asked)
  const reading = asked.get(pool) ?? readNew(pool, context)
  asked.set(pool, reading)
  return reading
}

/** The last known gifts if the gifts cannot be read now; no gifts if they were never read. Never rejects. */
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
  // A gift may hold only its pair token after a refused payment. Its payment does not change the account's state, so such gifts are read again.
  const hasUnpaid = last?.gifts.open.some(({ amount }) => amount === 0n) === true
  if (last?.state === state && !(thorough && (wanted <= FEW || hasUnpaid))) return last.gifts
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
