/** EIP-5792: several calls in one confirmation, if the wallet supports batches. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { errorCode } from '@galx/protocol/walletErrors'
import type { Eip1193Provider } from '../wallet/eip1193.ts'
import { withTimeout, READ_TIMEOUT } from '../wallet/answerTimeout.ts'
import { decodeCall, encodeCall, firstDifference } from './calldata.ts'
import type { IntendedCall } from './calls/index.ts'
import { ProblemError } from './problem.ts'
import { requestOf } from './simulate.ts'

/**
 * The errors after which each call is requested separately: an unknown method (4200, -32601) or an older form of the method
 * (-32602), an unsupported capability (5700) or chain (5710), too many calls (5740), an account that the person or the wallet did not
 * upgrade (5750), no atomic execution (5760). With these errors the wallet has sent nothing.
 */
const APART = {
  4200: 'unsupported',
  [-32601]: 'unsupported',
  [-32602]: 'unsupported',
  5700: 'unsupported',
  5710: 'chain',
  5740: 'tooMany',
  5750: 'notUpgraded',
  5760: 'notAtomic',
} as const

/** A key of the transaction texts. */
export type ApartReason = (typeof APART)[keyof typeof APART] | 'fault'

/** The wallet already has a batch with this id. */
export const DUPLICATE_BATCH = 5720
/** The wallet has no batch with this id. */
export const UNKNOWN_BATCH = 5730

/** Wallets that failed a batch in this visit. They receive no further batches. */
const avoided = new WeakSet<Eip1193Provider>()

/** From here on each call is sent to the wallet separately. */
export function avoidBatches(provider: Eip1193Provider): void {
  avoided.add(provider)
}

/** A wallet that takes batches on a chain names this capability for the chain (EIP-5792), even if its batches are not atomic. */
const CAPABILITY = 'atomic'

/**
 * Whether the wallet takes several calls at once on this chain. Atomic execution is not needed: each call of a batch is right
 * on its own.
 */
export async function takesBatches(
  provider: Eip1193Provider,
  account: HexString,
  chainId: number,
): Promise<boolean> {
  if (avoided.has(provider)) return false
  const chain = hex(chainId)
  try {
    const asked = provider.request({ method: 'wallet_getCapabilities', params: [account, [chain]] })
    const answer = await withTimeout(asked, READ_TIMEOUT)
    // 0x0 means every chain.
    return Object.entries(Object(answer) as object).some(
      ([key, capabilities]) =>
        [chain, '0x0'].includes(key.toLowerCase() as HexString) && CAPABILITY in Object(capabilities),
    )
  } catch {
    return false
  }
}

/** An id that the app chooses, so that it can ask about a batch even if it missed the wallet's answer. */
export function newBatchId(): HexString {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Sends all calls to the wallet at once. Before that, each call's bytes are decoded and compared.
 * @returns the batch's id: `id`, unless the wallet has chosen its own
 * @throws ProblemError if a call's bytes decode to another call; else the wallet's error
 */
export async function requestBatch(
  provider: Eip1193Provider,
  {
    id,
    account,
    calls,
    config,
  }: { id: string; account: HexString; calls: IntendedCall[]; config: WebConfig },
): Promise<string> {
  const requests = calls.map((call) => {
    const calldata = encodeCall(call, config)
    const difference = firstDifference(call, decodeCall(calldata, config))
    if (difference !== null) throw new ProblemError({ code: 'calldataMismatch', field: difference })
    const { to, data, value } = requestOf(account, calldata)
    return { to, data, value }
  })
  const answer = await provider.request({
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        id,
        from: account,
        chainId: hex(config.chainId),
        atomicRequired: false,
        calls: requests,
      },
    ],
  })
  const given = typeof answer === 'string' ? answer : (answer as { id?: unknown } | null)?.id
  return typeof given === 'string' && given !== '' ? given : id
}

/** The reason why each call must be sent separately; null for any other error, after which the wallet may have sent something. */
export function apartReason(error: unknown): ApartReason | null {
  const code = errorCode(error)
  return Object.entries(APART).find(([known]) => Number(known) === code)?.[1] ?? null
}

function hex(number: number): HexString {
  return `0x${number.toString(16)}`
}
