/** EIP-5792: several calls in one confirmation, where the wallet takes them. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { errorCode, type Eip1193Provider } from '../wallet/eip1193.ts'
import { withTimeout, READ_TIMEOUT } from '../wallet/answerTimeout.ts'
import { decodeCall, encodeCall, firstDifference } from './calldata.ts'
import type { IntendedCall } from './calls/index.ts'
import { ProblemError } from './problem.ts'
import { requestOf } from './simulate.ts'

/**
 * Why a wallet asks for each call on its own after all: a method it does not know (4200, -32601) or an older form of it
 * (-32602), a capability (5700) or chain (5710) it does not support, too many calls (5740), an account that was not upgraded, by the person's
 * decision or the wallet's own (5750), no atomic execution (5760). With these it has sent nothing.
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

/** A name of the transaction texts. */
export type ApartReason = (typeof APART)[keyof typeof APART] | 'fault'

/** The wallet has a batch by this id already. */
export const DUPLICATE_BATCH = 5720
/** The wallet does not know a batch by this id. */
export const UNKNOWN_BATCH = 5730

/** Wallets that failed a batch in this visit: they are not asked for one again. */
const avoided = new WeakSet<Eip1193Provider>()

/** From here on the wallet is asked for each call on its own. */
export function avoidBatches(provider: Eip1193Provider): void {
  avoided.add(provider)
}

/** Says of a chain that the wallet takes batches on it (EIP-5792). Its status says only whether they are atomic, and no batch here has to be. */
const CAPABILITY = 'atomic'

/**
 * Whether the wallet takes several calls at once on this chain. It need not carry them out atomically: no batch of the app asks
 * for that, and each call of one is right on its own.
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
    // 0x0 stands for every chain.
    return Object.entries(Object(answer) as object).some(
      ([key, capabilities]) =>
        [chain, '0x0'].includes(key.toLowerCase() as HexString) && CAPABILITY in Object(capabilities),
    )
  } catch {
    return false
  }
}

/** An id of the app's own, so that a batch can be asked about even when its answer was missed. */
export function newBatchId(): HexString {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Asks the wallet for all calls at once. Each one's bytes are read back and compared first.
 * @returns the id to ask about the batch by: the wallet's own where it chose another
 * @throws ProblemError when a call's bytes say something else; else the wallet's error
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

/** Why the wallet wants each call on its own; null for any other error, with which it may have sent something. */
export function apartReason(error: unknown): ApartReason | null {
  const code = errorCode(error)
  return Object.entries(APART).find(([known]) => Number(known) === code)?.[1] ?? null
}

function hex(number: number): HexString {
  return `0x${number.toString(16)}`
}
