/**
 * Simulates calls of one account, one after the other, without sending them: a single `eth_call` in which the account runs
 * Multicall3's code, so that each contract sees the account itself as its caller. Needs a node that supports state overrides.
 */
import {
  BaseError,
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  ExecutionRevertedError,
  numberToHex,
  pad,
  parseAbi,
  type Abi,
  type Address,
  type Hex,
  type PublicClient,
  type StateOverride,
} from 'viem'
import { multicall3RuntimeCode } from '../deploy/embeddedChain.ts'
import { ERROR_ABI } from './errors.ts'

const AGGREGATE = parseAbi([
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
])

export type RawCall = { to: Address; data: Hex; value: bigint }

export type Outcome = { ok: true; data: Hex } | { ok: false; error: string }

/**
 * @param from may be an account with code. Its code is replaced, so calls by that code cannot be simulated
 * @returns one outcome for each call, in order; the calls after a failed call still run
 */
export async function simulateAs(
  reader: PublicClient,
  from: Address,
  calls: readonly RawCall[],
): Promise<Outcome[]> {
  if (calls.some(({ to }) => to.toLowerCase() === from.toLowerCase()))
    return Promise.all(calls.map((call) => simulateOne(reader, from, call)))
  const total = calls.reduce((sum, { value }) => sum + value, 0n)
  const { data } = await reader.call({
    account: from,
    to: from,
    value: total,
    data: aggregated(calls),
    stateOverride: [{ address: from, code: await multicall3RuntimeCode(), balance: MANY }],
  })
  const results = decodeFunctionResult({
    abi: AGGREGATE,
    functionName: 'aggregate3Value',
    data: data ?? '0x',
  })
  return results.map(({ success, returnData }) =>
    success ? { ok: true, data: returnData } : { ok: false, error: errorText(returnData) },
  )
}

function aggregated(calls: readonly RawCall[]): Hex {
  const args = calls.map(({ to, data, value }) => ({ target: to, allowFailure: true, value, callData: data }))
  return encodeFunctionData({ abi: AGGREGATE, functionName: 'aggregate3Value', args: [args] })
}

/** By contract and slot, both in lower case: the 32 bytes before and after the calls. */
export type StorageChanges = ReadonlyMap<Address, ReadonlyMap<Hex, { before: Hex; after: Hex }>>

type TracedState = Record<Address, { storage?: Record<Hex, Hex> }>

/** @returns every storage slot of any contract that the calls change @throws if the node refuses `debug_traceCall` */
export async function traceStorage(
  reader: PublicClient,
  from: Address,
  calls: readonly RawCall[],
): Promise<StorageChanges> {
  const override = { code: await multicall3RuntimeCode(), balance: numberToHex(MANY) }
  const answer = (await reader.request({
    method: 'debug_traceCall',
    params: [
      { from, to: from, data: aggregated(calls) },
      'latest',
      {
        tracer: 'prestateTracer',
        tracerConfig: { diffMode: true },
        stateOverrides: { [from]: override },
      },
    ],
  } as never)) as { pre?: TracedState; post?: TracedState } | null
  if (answer?.pre === undefined || answer.post === undefined)
    throw new Error('the node’s answer to debug_traceCall has no states before and after')
  const { pre, post } = answer
  const changes = new Map<Address, Map<Hex, { before: Hex; after: Hex }>>()
  for (const address of new Set([...Object.keys(pre), ...Object.keys(post)]) as Set<Address>) {
    const [old, now] = [pre[address]?.storage ?? {}, post[address]?.storage ?? {}]
    const slots = new Map<Hex, { before: Hex; after: Hex }>()
    for (const slot of new Set([...Object.keys(old), ...Object.keys(now)]) as Set<Hex>) {
      const [before, after] = [word(old[slot]), word(now[slot])]
      if (before !== after) slots.set(slot.toLowerCase() as Hex, { before, after })
    }
    if (slots.size > 0) changes.set(address.toLowerCase() as Address, slots)
  }
  return changes
}

/** A slot that is zero is left out of a trace. */
function word(value: Hex | undefined): Hex {
  return pad(value ?? '0x', { size: 32 })
}

/** Coins for the simulation only: it finds the calls' results, not whether the account can pay the gas. */
const MANY = 10n ** 30n

/** @param overrides of storage, for the state that the calls need */
export async function simulateOne(
  reader: PublicClient,
  from: Address,
  { to, data, value }: RawCall,
  overrides: StateOverride = [],
): Promise<Outcome> {
  try {
    const answer = await reader.call({
      account: from,
      to,
      data,
      value,
      stateOverride: [{ address: from, balance: MANY }, ...overrides],
    })
    return { ok: true, data: answer.data ?? '0x' }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const revert = revertDataOf(error.walk((cause) => revertDataOf(cause) !== undefined))
    if (revert !== undefined) return { ok: false, error: errorText(revert) }
    // The node reports a revert without bytes. Any other error is the node's own.
    if (error.walk((cause) => cause instanceof ExecutionRevertedError) === null) throw error
    return { ok: false, error: errorText('0x') }
  }
}

/** Nodes put the revert's bytes into the error's `data`; some nodes nest them one level deeper. */
function revertDataOf(cause: unknown): Hex | undefined {
  const { data } = (cause ?? {}) as { data?: unknown }
  const bytes = typeof data === 'object' ? (data as { data?: unknown } | null)?.data : data
  return typeof bytes === 'string' && /^0x([0-9a-f]{2})*$/i.test(bytes) ? (bytes as Hex) : undefined
}

/** @returns the contract's error by name and with its values; the raw bytes if the error is not an error of our contracts */
export function errorText(data: Hex): string {
  if (data === '0x') return 'reverts without a reason'
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: ERROR_ABI as Abi, data })
    if (errorName === 'Error') return String(args[0])
    return `${errorName}(${args.map(String).join(', ')})`
  } catch {
    return `reverts with ${data}`
  }
}
