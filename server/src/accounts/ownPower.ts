/**
 * An account's own hash power now. Weights of different tokens are not added directly. Each weight is multiplied by the coefficient of
 * the ruleset that fills the tables (docs/rewards.md, rule 4).
 */
import type { Address } from 'viem'
import type { Catalogue } from '../http/context.ts'
import { poolPower, vaultPower } from '../ledger/rules.ts'
import type { Queryable } from '../platform/database/connection.ts'

/** `pool`: the contract's id; null for shares of the vault. `ruleset`: the hash of the ruleset; null if unknown. */
type Held = { pool: bigint | null; weight: bigint; ruleset: string | null }

/** @returns wei of GALX; null if the account holds something and the deployment file lacks the ruleset */
export async function readOwnPower(
  sql: Queryable,
  { rulesets }: Pick<Catalogue, 'rulesets'>,
  address: Address,
): Promise<bigint | null> {
  // One statement, so that weights and ruleset are of one moment when a new ruleset takes effect.
  const held = await sql<Held[]>`
    select held.pool, held.weight, applied.hash as ruleset
    from galx.accounts a cross join lateral (
        select p.pool, w.weight from galx.pool_accounts w join galx.pools p on p.id = w.pool_id where w.account_id = a.id
        union all
        select null, shares from galx.vault_accounts where account_id = a.id
      ) held left join galx.applied_ruleset applied on true
    where a.address = ${address} and held.weight > 0`
  const [first] = held
  if (first === undefined) return 0n
  const ruleset = first.ruleset === null ? undefined : rulesets.get(first.ruleset)
  if (ruleset === undefined) return null
  const coefficients = new Map(ruleset.power.map(({ pool, coefficient }) => [pool, coefficient]))
  return held
    .map(({ pool, weight }) =>
      pool === null
        ? vaultPower(weight, ruleset.vaultCoefficient)
        : poolPower(weight, coefficients.get(pool) ?? 0n),
    )
    .reduce((sum, power) => sum + power, 0n)
}
