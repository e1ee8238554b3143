/** Gas of each user action, from the snapshot of the contract tests, compared with public contracts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'
import type { Row } from './rows.ts'

type Action = 'firstStake' | 'secondStake' | 'claim' | 'partialUnstake' | 'exit'

type VoucherAction = 'firstClaim' | 'repeatedClaim'

type Reference = {
  contracts: Record<string, Record<Action, number>>
  goals: Record<Action, number>
  /** null if the contract does not have the action: a Uniswap drop can be claimed only once */
  vouchers: {
    contracts: Record<string, Record<VoucherAction, number | null>>
    goals: Record<VoucherAction, number>
  }
}

/**
 * Our figures in the snapshot, each with the action of the reference contracts. The app approves exactly the staked amount, so stakes are
 * measured with that approval. Two positions share a storage word, so of two equal calls one is cheaper. The table shows both calls.
 */
const MEASURED: readonly { name: string; entry: string; action: Action }[] = [
  { name: 'first stake', entry: 'flexible: first stake, exact allowance', action: 'firstStake' },
  { name: 'second stake', entry: 'flexible: second stake, exact allowance', action: 'secondStake' },
  { name: 'third stake, maximal allowance', entry: 'flexible: third stake', action: 'secondStake' },
  { name: 'claim', entry: 'flexible: claim', action: 'claim' },
  { name: 'partial unstake', entry: 'flexible: partial unstake', action: 'partialUnstake' },
  { name: 'full exit', entry: 'flexible: exit', action: 'exit' },
  {
    name: 'exit, another position open',
    entry: 'flexible: exit, another position open',
    action: 'exit',
  },
]

const MEASURED_VOUCHERS: Record<VoucherAction, { name: string; entry: string }> = {
  firstClaim: { name: 'first claim of a voucher', entry: 'first claim' },
  repeatedClaim: { name: 'repeated claim of a voucher', entry: 'repeated claim' },
}

/** @throws if a snapshot lacks an action */
export function gasRows(): Row[] {
  const reference = JSON.parse(readFileSync(join(ROOT, 'bench/reference/gas.json'), 'utf8')) as Reference
  return [...poolRows(reference), ...voucherRows(reference.vouchers), ...otherRows()]
}

/** Every other call of every contract, for information. */
function otherRows(): Row[] {
  const compared: Record<string, readonly string[]> = {
    StakingPools: MEASURED.map(({ entry }) => entry),
    RewardVouchers: Object.values(MEASURED_VOUCHERS).map(({ entry }) => entry),
  }
  return readdirSync(join(ROOT, SNAPSHOTS))
    .sort()
    .flatMap((file) => {
      const contract = file.replace(/\.json$/, '')
      return Object.entries(readSnapshot(contract))
        .filter(([entry]) => !compared[contract]?.includes(entry))
        .map(([entry, gas]): Row => ({
          metric: `gas of ${contract}, ${entry}`,
          measured: Number(gas),
          unit: 'gas',
          reference: null,
          goal: null,
        }))
    })
}

const SNAPSHOTS = 'contracts/snapshots'

function readSnapshot(contract: string): Record<string, string> {
  return JSON.parse(readFileSync(join(ROOT, SNAPSHOTS, `${contract}.json`), 'utf8')) as Record<string, string>
}

function figuresOf(contract: string): (entry: string) => number {
  const snapshot = readSnapshot(contract)
  return (entry) => {
    const gas = Number(snapshot[entry])
    if (!(gas > 0)) throw new Error(`${SNAPSHOTS}/${contract}.json has no entry "${entry}"`)
    return gas
  }
}

/** Compares with every reference contract, not only with the best, because each contract checks something else. */
function voucherRows(reference: Reference['vouchers']): Row[] {
  const measured = figuresOf('RewardVouchers')
  return (Object.keys(MEASURED_VOUCHERS) as VoucherAction[]).flatMap((action): Row[] =>
    Object.entries(reference.contracts).flatMap(([name, figures]): Row[] => {
      const value = figures[action]
      if (value === null) return []
      return [
        {
          metric: `gas, ${MEASURED_VOUCHERS[action].name}`,
          measured: measured(MEASURED_VOUCHERS[action].entry),
          unit: 'gas',
          reference: { name, value },
          goal: { most: reference.goals[action] },
        },
      ]
    }),
  )
}

function poolRows(reference: Reference): Row[] {
  const measured = figuresOf('StakingPools')
  return MEASURED.map(({ name, entry, action }): Row => {
    const [best] = Object.entries(reference.contracts).sort(([, a], [, b]) => a[action] - b[action])
    return {
      metric: `gas, ${name}`,
      measured: measured(entry),
      unit: 'gas',
      reference: best ? { name: `best of 7: ${best[0]}`, value: best[1][action] } : null,
      goal: { most: reference.goals[action] },
    }
  })
}
