/** The conclusions of /hidden1, without React. Times are unix seconds, amounts wei. */
import type { StatusData } from '@galx/protocol/http/status'
import type { PoolKey, ProgramKey, TokenSymbol } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import type { Health } from '../../core/api/health.ts'
import type { Head, PoolSnapshot } from '../../core/chain/chainStore.ts'
import type { VaultSnapshot } from '../../core/chain/vaultSnapshot.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'
import type { FinalBlock, ProgramBudget } from './readings.ts'

/** The state of one part. `unknown`: not read yet. */
export type Check = 'good' | 'attention' | 'bad' | 'unknown'

/** Fast finality can fail on BSC for two minutes. A longer delay means that something is wrong. */
const LATE_SECONDS = 180
/** A budget that ends sooner than this needs funding now. */
const SHORT_SECONDS = 14 * 86_400

export function checkHead(head: Head | null, connection: 'unknown' | 'up' | 'down'): Check {
  if (connection === 'down') return 'bad'
  return head === null ? 'unknown' : 'good'
}

/** Late if the block is more than three minutes behind the chain's head. */
function checkLag(head: Head | null, at: number | undefined): Check {
  if (head === null || at === undefined) return 'unknown'
  return head.timestamp - at > LATE_SECONDS ? 'attention' : 'good'
}

export function checkFinal(head: Head | null, reading: Reading<FinalBlock>): Check {
  if (reading.status === 'failed' || reading.status === 'stale') return 'bad'
  return checkLag(head, valueOf(reading)?.timestamp)
}

export function checkIndexed(head: Head | null, reading: Reading<StatusData>): Check {
  if (reading.status === 'failed' || reading.status === 'stale') return 'bad'
  const status = valueOf(reading)
  if (status === undefined) return 'unknown'
  if (status.indexer.halted !== null) return 'bad'
  return status.indexer.indexed === null ? 'attention' : checkLag(head, status.indexer.indexed.at)
}

export function checkServer(reading: Reading<Health>): Check {
  const status = valueOf(reading)?.status
  if (status === undefined) return 'unknown'
  if (status === 'ready') return 'good'
  return status === 'unavailable' || status === 'unreachable' ? 'bad' : 'attention'
}

/** If one of several nodes does not answer, the others suffice. If no node answers, nothing is indexed. */
export function checkNodes(reading: Reading<StatusData>): Check {
  const nodes = valueOf(reading)?.nodes
  if (nodes === undefined) return 'unknown'
  const silent = nodes.filter(({ milliseconds }) => milliseconds === null).length
  return silent === 0 ? 'good' : silent === nodes.length ? 'bad' : 'attention'
}

/** Whether the ended epochs are signed. `checkIndexed` reports a server that does not answer. */
export function checkBonuses(reading: Reading<StatusData>): Check {
  const bonuses = valueOf(reading)?.bonuses
  if (bonuses === undefined) return reading.status === 'loading' ? 'unknown' : 'good'
  return bonuses.late === null ? 'good' : 'attention'
}

export type Budget = {
  /** of a pool, the vault, or a program by its index */
  key: string
  name: { kind: 'pool'; key: PoolKey | 'zn' } | { kind: 'program'; key: ProgramKey | null; index: number }
  /** null while unknown */
  left: { amount: bigint; token: TokenSymbol | null; until: number } | null
  failed: boolean
}

export function poolBudget(
  key: PoolKey,
  token: TokenSymbol,
  reading: Reading<PoolSnapshot> | undefined,
  now: number | null,
): Budget {
  const state = valueOf(reading)
  const seconds = state === undefined || now === null ? 0 : Math.max(0, state.rewardEnd - Math.floor(now))
  return {
    key: `pool ${key}`,
    name: { kind: 'pool', key },
    failed: reading?.status === 'failed',
    left:
      state === undefined || now === null
        ? null
        : { amount: state.rewardRate * BigInt(seconds), token, until: seconds === 0 ? 0 : state.rewardEnd },
  }
}

export function vaultBudget(reading: Reading<VaultSnapshot>): Budget {
  const state = valueOf(reading)
  return {
    key: 'vault',
    name: { kind: 'pool', key: 'zn' },
    failed: reading.status === 'failed',
    left:
      state === undefined
        ? null
        : { amount: state.unvested, token: 'GALX', until: state.unvested === 0n ? 0 : state.rewardEnd },
  }
}

/** /config.json names programs by id. A program that is missing there has only its `index`. */
export function programBudget(program: ProgramBudget, index: number, config: WebConfig): Budget {
  const tokens = Object.entries(config.tokens) as [TokenSymbol, { address: string }][]
  const token = tokens.find(([, { address }]) => address === program.token)?.[0] ?? null
  const programs = Object.entries(config.programs) as [ProgramKey, string][]
  const key = programs.find(([, id]) => id === program.id)?.[0] ?? null
  return {
    key: `program ${index}`,
    name: { kind: 'program', key, index },
    failed: false,
    left: { amount: program.left, token, until: program.until },
  }
}

export function checkBudget({ left, failed }: Budget, now: number | null): Check {
  if (failed) return 'bad'
  if (left === null || now === null) return 'unknown'
  return left.until - now < SHORT_SECONDS ? 'attention' : 'good'
}

/** The state of the bonus programs while no budget is known. */
export function checkPrograms(reading: Reading<unknown>): Check {
  return reading.status === 'failed' ? 'bad' : 'unknown'
}

/** The worst of all states, and the number of parts in this state. */
export function verdictOf(checks: readonly Check[]): { check: Check; count: number } {
  for (const check of ['bad', 'attention', 'unknown'] as const) {
    const count = checks.filter((one) => one === check).length
    if (count > 0) return { check, count }
  }
  return { check: 'good', count: checks.length }
}

export type Epoch = { number: number; endsAt: number; elapsed: number }

/** The running epoch: periods of `duration` seconds since 1970 (RewardVouchers). `elapsed`: 0 to 1. */
export function epochAt(duration: number, now: number): Epoch {
  const number = Math.floor(now / duration)
  return { number, endsAt: (number + 1) * duration, elapsed: now / duration - number }
}
