/** The epochs of the bonus programs for the indexer. Each batch updates points. The end of an epoch turns points into bonuses. */
import type { Deployment } from '@galx/protocol/deployment'
import { parseRulesets, rulesetHash, rulesetOf, type Ruleset } from '@galx/protocol/rulesets'
import type { EpochEnd, Epochs } from '../../ledger/epochs.ts'
import type { Queryable } from '../../platform/database/connection.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { withLimits, type WithSnapshot, type Transaction } from '../../platform/database/transaction.ts'
import { FatalError } from '../../platform/faults.ts'
import { readLoggedRuleset } from '../epochLog.ts'
import { closeEpoch } from './closing.ts'
import { followPoints } from './points.ts'
import { anythingWeighed, applyRuleset, keepRuleset, readApplied } from './rulesetChange.ts'

/** All tables of bonuses that are computed from the chain. `reindex` empties them. */
export const BONUS_TABLES = [
  'points',
  'applied_ruleset',
  'qualified_members',
  'promotions',
  'epochs',
  'epoch_programs',
  'epoch_rows',
  'bonus_totals',
]

/** EpochLog or the tables have another ruleset for an epoch than the deployment file. */
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
  // Before the first ruleset nothing earns. Hash power is then shown by the coefficients of the first ruleset.
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
      // A statement reads all accounts, as for the totals. A new ruleset's statements also read all weights.
      await withLimits(sql, TIME_LIMITS.aggregate)
      const [ruleset, next] = [at(epoch), at(epoch + 1)]
      await assertLogged(sql, ruleset, epoch)
      // EpochLog accepts a ruleset only before the first epoch of the ruleset begins. At the end of this epoch, the tables can still change to the
      // accepted ruleset.
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

/** The granted amounts of an account are stored by the program's key, but drawn by the program's id. */
function assertIdsStay(rulesets: readonly Ruleset[]): void {
  const ids = new Map<string, bigint>()
  for (const { number, programs } of rulesets)
    for (const { key, id } of programs) {
      if ((ids.get(key) ?? id) !== id)
        throw new RulesetMismatchError(
          `ruleset ${number} gives the program ${key} an id that differs from its id in the previous ruleset`,
        )
      ids.set(key, id)
    }
}

async function nextEpoch(sql: Queryable, first: number): Promise<number> {
  const [row] = await sql<{ epoch: number | null }[]>`select max(epoch) as epoch from galx.epochs`
  return row?.epoch == null ? first : row.epoch + 1
}

/** EpochLog may get its first ruleset late. Once it has a ruleset, the deployment file must contain the same ruleset. */
async function assertLogged(sql: Queryable, ruleset: Ruleset, epoch: number): Promise<void> {
  const logged = await readLoggedRuleset(sql, epoch)
  const hash = rulesetHash(ruleset)
  if (logged !== null && logged !== hash)
    throw new RulesetMismatchError(
      `EpochLog has the ruleset ${logged} for epoch ${epoch}, but the deployment file has ${hash}: start with a deployment file that contains ${logged}`,
    )
}

/**
 * @returns the hash of the ruleset by which the tables were computed; null: the tables depend on no ruleset yet
 * @throws RulesetMismatchError if the hash is not the hash of the epoch's ruleset
 */
async function assertApplied(sql: Queryable, ruleset: Ruleset, epoch: number): Promise<string | null> {
  const applied = await readApplied(sql)
  if (applied === null) {
    if (!(await anythingWeighed(sql))) return null
    throw new RulesetMismatchError(
      'the database does not say which ruleset computed points and hash power: run "reindex"',
    )
  }
  const hash = rulesetHash(ruleset)
  if (applied !== hash)
    throw new RulesetMismatchError(
      `the ruleset ${applied} computed points and hash power, but the deployment file has ${hash} for epoch ${epoch}: if the file is right, run "reindex"`,
    )
  return applied
}
