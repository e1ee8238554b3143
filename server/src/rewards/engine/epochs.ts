/** The epochs of the bonus programs for the indexer: each batch updates points, and the end of an epoch turns them into bonuses. */
import type { Deployment } from '@galx/protocol/deployment'
import { parseRulesets, rulesetHash, rulesetOf, type Ruleset } from '@galx/protocol/rulesets'
import type { EpochEnd, Epochs } from '../../ledger/epochs.ts'
import type { Queryable } from '../../platform/database/connection.ts'
import type { WithSnapshot } from '../../platform/database/withSnapshot.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { withLimits } from '../../platform/database/transactionSettings.ts'
import { FatalError } from '../../platform/faults.ts'
import { readLoggedRuleset } from '../epochLog.ts'
import { closeEpoch } from './closing.ts'
import { followPoints } from './points.ts'
import { anythingWeighed, applyRuleset, keepRuleset, readApplied } from './rulesetChange.ts'

/** Everything of bonuses that is read from the chain: `reindex` empties it. */
export const BONUS_TABLES = [
  ...['points', 'applied_ruleset', 'qualified_members', 'promotions'],
  ...['epochs', 'epoch_programs', 'epoch_rows', 'bonus_totals'],
]

/** For an epoch, EpochLog or the tables have another ruleset than the deployment file. */
class RulesetMismatchError extends FatalError {
  override name = 'RulesetMismatchError'
}

export function bonusEpochs(
  deployment: Pick<Deployment, 'chainId' | 'genesisHash' | 'contracts' | 'epochDuration' | 'rulesets'>,
): Epochs {
  const { chainId, genesisHash, contracts, epochDuration: duration } = deployment
  const rulesets = parseRulesets(deployment.rulesets)
  const [earliest] = rulesets
  if (!earliest) throw new RulesetMismatchError('the deployment file has no ruleset')
  assertIdsStay(rulesets)
  const first = Number(earliest.firstEpoch)
  // What is before the first ruleset earns nothing, and its power is shown by the first one's coefficients.
  const at = (epoch: number): Ruleset => rulesetOf(rulesets, BigInt(epoch)) ?? earliest
  const names = ['StakingPools', 'ZnVault', 'NodePass', 'RewardVouchers', 'EpochLog'] as const
  return {
    duration,
    first,
    rules: rulesets.map(rulesetHash).join(),
    async next(sql) {
      const epoch = await nextEpoch(sql, first)
      await assertApplied(sql, at(epoch), epoch)
      return epoch
    },
    async follow(sql, batch, epoch) {
      const ruleset = at(epoch)
      const [applied, write] = await Promise.all([
        assertApplied(sql, ruleset, epoch),
        followPoints(sql, batch, ruleset, duration),
      ])
      if (applied !== null) return write
      return async (writing) => {
        await Promise.all([keepRuleset(writing, ruleset), write(writing)])
      }
    },
    async close(sql: Transaction, end: EpochEnd, read: WithSnapshot) {
      const { epoch } = end
      // A statement goes through all accounts, as where totals are summed; a new ruleset’s go through all weights as well.
      await withLimits(sql, TIME_LIMITS.aggregate)
      const [ruleset, next] = [at(epoch), at(epoch + 1)]
      await assertLogged(sql, ruleset, epoch)
      // EpochLog takes a ruleset before its first epoch begins. At this end the tables can still go over to it.
      await assertLogged(sql, next, epoch + 1)
      await assertApplied(sql, ruleset, epoch)
      const hash = await closeEpoch(sql, read, {
        ...end,
        ruleset,
        follows: epoch > first && at(epoch - 1) === ruleset,
        chainId,
        genesisHash,
        contracts: names.map((name) => contracts[name].address),
        duration,
        now: Math.floor(Date.now() / 1000),
      })
      if (next !== ruleset) await applyRuleset(sql, next, (epoch + 1) * duration)
      return hash
    },
  }
}

/** What an account was granted is kept by the program's key, and drawn by its id. */
function assertIdsStay(rulesets: readonly Ruleset[]): void {
  const ids = new Map<string, bigint>()
  for (const { number, programs } of rulesets)
    for (const { key, id } of programs) {
      if ((ids.get(key) ?? id) !== id)
        throw new RulesetMismatchError(
          `ruleset ${number} gives the program ${key} another id than the one before`,
        )
      ids.set(key, id)
    }
}

async function nextEpoch(sql: Queryable, first: number): Promise<number> {
  const [row] = await sql<{ epoch: number | null }[]>`select max(epoch) as epoch from galx.epochs`
  return row?.epoch == null ? first : row.epoch + 1
}

/** EpochLog may get its first ruleset late; the rulesets that it has count. */
async function assertLogged(sql: Queryable, ruleset: Ruleset, epoch: number): Promise<void> {
  const logged = await readLoggedRuleset(sql, epoch)
  const hash = rulesetHash(ruleset)
  if (logged !== null && logged !== hash)
    throw new RulesetMismatchError(
      `EpochLog has the ruleset ${logged} for epoch ${epoch}, the deployment file ${hash}: start with the deployment file that has it`,
    )
}

/**
 * @returns the hash of the ruleset by which the tables were computed; null: nothing in them depends on one
 * @throws RulesetMismatchError where it is not the one of the epoch
 */
async function assertApplied(sql: Queryable, ruleset: Ruleset, epoch: number): Promise<string | null> {
  const applied = await readApplied(sql)
  if (applied === null) {
    if (!(await anythingWeighed(sql))) return null
    throw new RulesetMismatchError(
      'it is not known by which ruleset points and hash power are: run "reindex"',
    )
  }
  const hash = rulesetHash(ruleset)
  if (applied !== hash)
    throw new RulesetMismatchError(
      `points and hash power are by the ruleset ${applied}, the deployment file has ${hash} for epoch ${epoch}. if the file is right, run "reindex"`,
    )
  return applied
}
