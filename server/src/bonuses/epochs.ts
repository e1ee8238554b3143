/** The epochs of the bonus programs for the indexer: points follow each batch, an end makes bonuses of them. */
import type { Deployment } from '@galx/protocol/deployment'
import { parseRulesets, rulesetHash, rulesetOf, type Ruleset } from '@galx/protocol/rulesets'
import type { EpochEnd, Epochs } from '../indexer/engine/epochs.ts'
import type { Queryable } from '../platform/database/connection.ts'
import type { ReadBeside } from '../platform/database/readBeside.ts'
import { TIME_LIMITS } from '../platform/database/timeLimits.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { withLimits } from '../platform/database/transactionSettings.ts'
import { LastingFault } from '../platform/faults.ts'
import { readLoggedRuleset } from '../rewards/epochLog.ts'
import { closeEpoch } from './closing.ts'
import { followPoints } from './points.ts'
import { applyRuleset } from './rulesetChange.ts'

/** Everything of bonuses that is read from the chain: `reindex` empties it. */
export const BONUS_TABLES = [
  ...['points', 'qualified_members', 'promotions'],
  ...['epochs', 'epoch_programs', 'epoch_rows', 'bonus_totals'],
]

/** EpochLog has another ruleset for an epoch than the deployment file. */
class RulesetDiffers extends LastingFault {
  override name = 'RulesetDiffers'
}

export function bonusEpochs(
  deployment: Pick<Deployment, 'chainId' | 'genesisHash' | 'contracts' | 'epochDuration' | 'rulesets'>,
): Epochs {
  const { chainId, genesisHash, contracts, epochDuration: duration } = deployment
  const rulesets = parseRulesets(deployment.rulesets)
  const [earliest] = rulesets
  if (!earliest) throw new RulesetDiffers('the deployment file has no ruleset')
  assertIdsStay(rulesets)
  const first = Number(earliest.firstEpoch)
  // What is before the first ruleset earns nothing, and its power is shown by the first one's coefficients.
  const at = (epoch: number): Ruleset => rulesetOf(rulesets, BigInt(epoch)) ?? earliest
  const names = ['StakingPools', 'ZnVault', 'NodePass', 'RewardVouchers', 'EpochLog'] as const
  return {
    duration,
    first,
    next: (sql) => nextEpoch(sql, first),
    follow: (sql, batch, epoch) => followPoints(sql, batch, at(epoch), duration),
    async close(sql: Transaction, end: EpochEnd, read: ReadBeside) {
      const { epoch } = end
      // A statement goes through all accounts, as where totals are summed; a new ruleset’s go through all weights as well.
      await withLimits(sql, TIME_LIMITS.aggregate)
      const ruleset = at(epoch)
      await assertLogged(sql, ruleset, epoch)
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
      const next = at(epoch + 1)
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
        throw new RulesetDiffers(`ruleset ${number} gives the program ${key} another id than the one before`)
      ids.set(key, id)
    }
}

async function nextEpoch(sql: Queryable, first: number): Promise<number> {
  const [row] = await sql<{ epoch: number | null }[]>`select max(epoch) as epoch from galx.epochs`
  return row?.epoch == null ? first : row.epoch + 1
}

/** The log may get its first ruleset late; what it has, counts. */
async function assertLogged(sql: Queryable, ruleset: Ruleset, epoch: number): Promise<void> {
  const logged = await readLoggedRuleset(sql, epoch)
  const hash = rulesetHash(ruleset)
  if (logged !== null && logged !== hash)
    throw new RulesetDiffers(
      `EpochLog has the ruleset ${logged} for epoch ${epoch}, the deployment file ${hash}: start with the deployment file that has it`,
    )
}
