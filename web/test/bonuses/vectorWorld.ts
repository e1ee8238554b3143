/** A golden vector from the browser's point of view: files from a server, answers of a node, and an account's own calculation folded from the logs. */
import type { AccountProgram, SegmentAnswer, VoucherAnswer } from '@galx/protocol/http/bonuses'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  keccak256,
  stringToBytes,
  toFunctionSelector,
} from 'viem/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsTermsAbi } from '@galx/protocol/abi/StakingPoolsTerms'
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { voucherTypedData } from '@galx/protocol/voucher'
import { computeEpochs, type NaiveEpoch } from '../../../packages/protocol/test/rewards/naive.ts'
import type { RawWorld } from '../../../packages/protocol/test/rewards/rawWorld.ts'
import type { CheckInput, Sources } from '../../src/bonuses/check/input.ts'
import { multicall3Abi } from '../../src/core/chain/abis.ts'

type Hex = `0x${string}`
type Row = readonly [account: string, program: string, points: string, bonus: string, cumulative: string]
export type Vector = RawWorld & {
  expect: {
    epochs: readonly {
      epoch: string
      blockNumber: number
      programs: Readonly<Record<string, { grantable: string; points: string }>>
      rows: readonly Row[]
      header: string
      headerHash: Hex
    }[]
  }
}
type Epoch = Vector['expect']['epochs'][number]

const files = import.meta.glob<Vector>('../../../packages/protocol/vectors/rewards/*.json', {
  eager: true,
  import: 'default',
})
export const VECTORS = Object.values(files)

const NOBODY = `0x${'0'.repeat(40)}`
const MULTICALL = `0x${'ca'.repeat(20)}` as const
const SERVER = 'http://server.test'
const NODE = 'http://node.test'
/** The keys of the vouchers in the vectors' RewardVouchers, and their nonce. */
export const SIGNER = privateKeyToAccount(`0x${'51'.repeat(32)}`)
export const CO_SIGNER = privateKeyToAccount(`0x${'52'.repeat(32)}`)
export const KEYS = { signer: SIGNER.address, coSigner: CO_SIGNER.address, signersNonce: 3n }
/** The lock time of each tier in every pool, seconds. */
const TIERS = [0, 100, 1_000, 10_000]
const POOL_CONFIGURATION = toFunctionSelector(
  stakingPoolsTermsAbi.find(({ name }) => name === 'poolConfiguration')!,
)

type Change = { at: number; weight: bigint }

/** @returns the weights over time, by place (a pool's id, or `vault`) and account, and each account's inviter with the time of the binding */
function foldLogs({ logs, blocks }: Vector) {
  const times = new Map(blocks.map(({ number, timestamp }) => [number, timestamp]))
  const weights = new Map<string, Change[]>()
  const bound = new Map<string, { inviter: string; since: number }>()
  const put = (place: string, account: string, at: number, weight: bigint) => {
    const key = `${place} ${account}`
    weights.set(key, [...(weights.get(key) ?? []), { at, weight }])
  }
  const last = (place: string, account: string) => weights.get(`${place} ${account}`)?.at(-1)?.weight ?? 0n
  const isBelow = (account: string, ancestor: string): boolean => {
    const above = bound.get(account)?.inviter
    return above !== undefined && (above === ancestor || isBelow(above, ancestor))
  }
  const bind = (member: string, inviter: string, since: number) => {
    const free = !bound.has(member) && inviter !== NOBODY && inviter !== member
    if (free && !isBelow(inviter, member)) bound.set(member, { inviter, since })
  }
  for (const { block, contract, event, args } of logs) {
    const at = times.get(block) ?? 0
    const { pool = '', account = '', weight, inviter = NOBODY, from = '', to = '', value = '0' } = args
    if (contract === 'StakingPools' && weight !== undefined) put(pool, account, at, BigInt(weight))
    if (event === 'Staked' || event === 'InviterNamed') bind(account, inviter, at)
    if (contract === 'ZnVault' && event === 'Transfer' && from !== to) {
      if (from !== NOBODY) put('vault', from, at, last('vault', from) - BigInt(value))
      if (to !== NOBODY) put('vault', to, at, last('vault', to) + BigInt(value))
    }
  }
  return { weights, bound, last }
}

function clipped(changes: readonly Change[], from: number, to: number): SegmentAnswer[] {
  return changes.flatMap(({ at, weight }, index) => {
    const [start, end] = [Math.max(at, from), Math.min(changes[index + 1]?.at ?? to, to)]
    return start < end ? [{ from: start, to: end, weight: weight.toString() }] : []
  })
}

/** Weights of several places added, as changes in order of time. */
function added(lists: readonly (readonly Change[])[]): Change[] {
  const times = [...new Set(lists.flat().map(({ at }) => at))].sort((one, other) => one - other)
  return times.map((at) => ({
    at,
    weight: lists.reduce(
      (sum, list) => sum + (list.filter((change) => change.at <= at).at(-1)?.weight ?? 0n),
      0n,
    ),
  }))
}

const naive = new WeakMap<Vector, NaiveEpoch[]>()

/** @returns the account's standing by the plain rules, which use nothing from the checked rows */
export function standingOf(vector: Vector, epoch: Epoch, account: string) {
  const epochs = naive.get(vector) ?? computeEpochs(vector)
  naive.set(vector, epochs)
  const found = epochs.find((one) => one.epoch === epoch.epoch)?.standings.get(account)
  if (found === undefined)
    throw new Error(`${vector.name}: ${account} stands nowhere in epoch ${epoch.epoch}`)
  return found
}

export function rulesetIn({ rulesets }: Vector, { epoch }: Epoch) {
  return rulesets.filter(({ firstEpoch }) => BigInt(firstEpoch) <= BigInt(epoch)).at(-1)
}

type Held = { pool: string; account: string; amount: bigint; openedAt: number }

/** Positions by pool, account and number, in their state before a second. Numbers count an account's positions in a pool, as in the contract. */
function positionsAt({ logs, blocks }: Vector, before: number): Held[] {
  const times = new Map(blocks.map(({ number, timestamp }) => [number, timestamp]))
  const held = new Map<string, Held>()
  for (const { block, event, args } of logs) {
    const at = times.get(block) ?? 0
    if (at >= before) break
    const { pool = '', account = '', position = '', amount = '0' } = args
    const key = `${pool} ${account} ${position}`
    if (event === 'Staked') held.set(key, { pool, account, amount: BigInt(amount), openedAt: at })
    const one = held.get(key)
    if (one !== undefined && (event === 'Unstaked' || event === 'Exited')) one.amount -= BigInt(amount)
  }
  return [...held.values()]
}

/** @returns when the account's oldest position was opened that is large enough just before `before` and was opened before the epoch's end */
export function sinceOf(vector: Vector, epoch: Epoch, account: string, before: number): number | null {
  const to = (Number(epoch.epoch) + 1) * vector.epochDuration
  const { qualifying = [] } = rulesetIn(vector, epoch) ?? {}
  const opened = positionsAt(vector, before)
    .filter((held) => held.account === account && held.openedAt < to)
    .filter(({ pool, amount }) =>
      qualifying.some((least) => least.pool === pool && amount >= BigInt(least.amount)),
    )
    .map(({ openedAt }) => openedAt)
  return opened.length === 0 ? null : Math.min(...opened)
}

function promotionOf(vector: Vector, epoch: Epoch, account: string): AccountProgram['calculation'] {
  const { qualified, highest, entitled } = standingOf(vector, epoch, account)
  const to = (Number(epoch.epoch) + 1) * vector.epochDuration
  const members = [...foldLogs(vector).bound]
    .filter(([, { inviter, since }]) => inviter === account && since < to)
    .map(([address]) => ({
      address,
      qualified: qualified.includes(address),
      since: sinceOf(vector, epoch, address, to),
    }))
  return {
    rule: 'promotion',
    qualified: qualified.length,
    highest: Number(highest),
    entitled: entitled.toString(),
    members,
    memberCount: members.length,
  }
}

/** The server's view of a row. */
function shownOf(vector: Vector, epoch: Epoch, row: Row): AccountProgram {
  const [account, program, points, bonus, cumulative] = row
  const ruleset = vector.rulesets.filter(({ firstEpoch }) => BigInt(firstEpoch) <= BigInt(epoch.epoch)).at(-1)
  const rule = ruleset?.programs.find(({ key }) => key === program)
  const { grantable = '0', points: allPoints = '0' } = epoch.programs[program] ?? {}
  const common = {
    program: program as AccountProgram['program'],
    points,
    bonus,
    cumulative,
    allPoints,
    grantable,
  }
  if (rule?.rule === 'node') return { ...common, calculation: { rule: 'node', live: [], liveComplete: true } }
  if (rule?.rule === 'promotion') {
    return { ...common, calculation: promotionOf(vector, epoch, account) }
  }
  const { weights, bound, last } = foldLogs(vector)
  const places = rule?.vault === true ? ['vault'] : (rule?.pools ?? [])
  const from = Number(epoch.epoch) * vector.epochDuration
  const to = from + vector.epochDuration
  const of = (who: string) => added(places.map((place) => weights.get(`${place} ${who}`) ?? []))
  const latest = (who: string) => places.reduce((sum, place) => sum + last(place, who), 0n).toString()
  const members = [...bound]
    .filter(([, { inviter, since }]) => inviter === account && since < to)
    .map(([address, { since }]) => ({
      address,
      since,
      segments: clipped(of(address), Math.max(from, since), to),
      latest: latest(address),
    }))
  return {
    ...common,
    calculation: {
      rule: 'members',
      own: clipped(of(account), from, to),
      ownLatest: latest(account),
      members,
      memberCount: members.length,
      unlisted: 0,
      ownComplete: true,
    },
  }
}

export function inputOf(vector: Vector, epoch: Epoch, row: Row): CheckInput {
  const [account, program] = row
  const before = vector.expect.epochs
    .filter((one) => BigInt(one.epoch) < BigInt(epoch.epoch))
    .filter(({ rows }) => rows.some((one) => one[0] === account && one[1] === program))
    .at(-1)
  const ruleset = vector.rulesets.filter(({ firstEpoch }) => BigInt(firstEpoch) <= BigInt(epoch.epoch)).at(-1)
  const from = Number(epoch.epoch) * vector.epochDuration
  return {
    account,
    epoch: Number(epoch.epoch),
    from,
    to: from + vector.epochDuration,
    shown: shownOf(vector, epoch, row),
    block: vector.blocks.at(-1)?.number ?? null,
    previous: before === undefined ? null : Number(before.epoch),
    newest: { voucher: null, epoch: Number(epoch.epoch) },
    apiUrl: SERVER,
    rpcUrl: NODE,
    chainId: vector.chainId,
    genesisHash: vector.genesis,
    contracts: { ...vector.contracts, Multicall3: MULTICALL },
    programId: ruleset?.programs.find(({ key }) => key === program)?.id ?? '',
    rulesets: vector.rulesets,
  }
}

/** Signs a voucher with both keys, by default for the shown total. */
export async function signVoucher(
  { account, chainId, contracts, programId, shown, to }: CheckInput,
  {
    cumulative = BigInt(shown.cumulative),
    signersNonce = KEYS.signersNonce,
    keys = [SIGNER, CO_SIGNER] as const,
  } = {},
): Promise<VoucherAnswer> {
  const deadline = to + 31_536_000
  const data = voucherTypedData(chainId, contracts.RewardVouchers, {
    program: BigInt(programId),
    account: account as Hex,
    cumulative,
    deadline: BigInt(deadline),
    signersNonce,
  })
  const [signature, coSignature] = await Promise.all(keys.map((key) => key.signTypedData(data)))
  return {
    cumulative: cumulative.toString(),
    deadline,
    signersNonce: Number(signersNonce),
    signature: signature!,
    coSignature: coSignature!,
  }
}

function partText(epoch: Epoch, digits: string): string | null {
  const rows = epoch.rows.filter(([account]) => account.slice(2, 4) === digits)
  const lines = [
    'GALX epoch part 1',
    `epoch ${epoch.epoch}`,
    `part ${digits}`,
    ...rows.map((row) => row.join(' ')),
  ]
  return rows.length === 0 ? null : `${lines.join('\n')}\n`
}

/** The vector's files and chain. `node` answers through the published ABIs, so that the check's own encoding is tested, too. */
export function sourcesOf(vector: Vector, keys: typeof KEYS = KEYS): Sources {
  const { last } = foldLogs(vector)
  const find = (epoch: string | undefined) => vector.expect.epochs.find((one) => one.epoch === epoch)
  return {
    now: () => 0,
    text: (url) => {
      const [, epoch, digits] = /epochs\/(\d+)\/(?:header|parts\/(..))$/.exec(url) ?? []
      const found = find(epoch)
      if (!url.startsWith(SERVER) || found === undefined) return Promise.resolve(null)
      return Promise.resolve(digits === undefined ? found.header : partText(found, digits))
    },
    rpc: (method, [call]) => {
      const { to, data } = call as { to: Hex; data: Hex }
      if (method !== 'eth_call') throw new Error(method)
      return Promise.resolve(answer(to, data))
    },
  }

  function answer(to: Hex, data: Hex): Hex {
    if (to === vector.contracts.EpochLog) {
      const { functionName, args } = decodeFunctionData({ abi: epochLogAbi, data })
      const epoch = find(String(args?.[0]))
      const header = /^ruleset \d+ (0x[0-9a-f]{64})$/m.exec(epoch?.header ?? '')?.[1]
      const zero = `0x${'0'.repeat(64)}`
      const hash = functionName === 'epochAt' ? epoch?.headerHash : header
      return encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [(hash ?? zero) as Hex, 1n])
    }
    if (to === MULTICALL) {
      const { args } = decodeFunctionData({ abi: multicall3Abi, data })
      const result = (args?.[0] as readonly { target: Hex; callData: Hex }[]).map(({ target, callData }) => ({
        success: true,
        returnData: answer(target.toLowerCase() as Hex, callData),
      }))
      return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
    }
    if (to === vector.contracts.RewardVouchers) {
      const { functionName } = decodeFunctionData({ abi: rewardVouchersAbi, data })
      const result = keys[functionName as keyof typeof KEYS]
      return encodeFunctionResult({ abi: rewardVouchersAbi, functionName, result } as Parameters<
        typeof encodeFunctionResult
      >[0])
    }
    if (to === vector.contracts.ZnVault) {
      const { args } = decodeFunctionData({ abi: znVaultAbi, data })
      return encodeAbiParameters([{ type: 'uint256' }], [last('vault', String(args?.[0]).toLowerCase())])
    }
    if (data.startsWith(POOL_CONFIGURATION)) {
      const tiers = TIERS.map((duration) => ({ duration, multiplierBps: 10_000, penaltyBps: 0 }))
      const tokens = {
        stakeToken: MULTICALL,
        pairToken: MULTICALL,
        rewardToken: MULTICALL,
        boostSource: MULTICALL,
      }
      return encodeFunctionResult({
        abi: stakingPoolsTermsAbi,
        functionName: 'poolConfiguration',
        result: { ...tokens, pairRatio: 3n, rewardDuration: 9, tiers },
      })
    }
    const { functionName, args } = decodeFunctionData({ abi: stakingPoolsViewsAbi, data })
    if (functionName === 'positionsOf') {
      const [pool, account, from, limit] = args
      const own = positionsAt(vector, Infinity).filter(
        (held) => held.pool === String(pool) && held.account === account.toLowerCase(),
      )
      const open = own
        .map((held, number) => ({ ...held, position: BigInt(number) }))
        .filter(({ position, amount }) => position >= from && position < from + limit && amount > 0n)
      // The vectors' logs all name tier 0. The rules do not depend on the tier, so any tier will do.
      const result = open.map(({ position, amount, openedAt }) => {
        const tier = Number(position) % TIERS.length
        const unlockAt = BigInt(openedAt + (TIERS[tier] ?? 0))
        return { position, amount, pairAmount: 5n, tier: BigInt(tier), unlockAt }
      })
      return encodeFunctionResult({ abi: stakingPoolsViewsAbi, functionName, result })
    }
    const weight = last(String(args[0]), String(args[1]).toLowerCase())
    const result = { weight, boostBps: 0n, positionCount: 0n, giftCount: 0n, earned: 7n }
    return encodeFunctionResult({ abi: stakingPoolsViewsAbi, functionName: 'accountState', result })
  }
}

export function hashOfText(text: string): Hex {
  return keccak256(stringToBytes(text))
}
