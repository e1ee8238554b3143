/** Gas of each user action, from the snapshot that the contract tests write and compare, beside public contracts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'
import type { Row } from './rows.ts'

type Action = 'firstStake' | 'secondStake' | 'claim' | 'partialUnstake' | 'exit'

interface Reference {
  contracts: Record<string, Record<Action, number>>
  goals: Record<Action, number>
}

/** Our figure's name in the snapshot. The app allows exactly what is staked, so stakes are measured so. */
const MEASURED: Record<Action, { name: string; entry: string }> = {
  firstStake: { name: 'first stake', entry: 'flexible: first stake, exact allowance' },
  secondStake: { name: 'second stake', entry: 'flexible: second stake, exact allowance' },
  claim: { name: 'claim', entry: 'flexible: claim' },
  partialUnstake: { name: 'partial unstake', entry: 'flexible: partial unstake' },
  exit: { name: 'full exit', entry: 'flexible: exit' },
}

/** Further actions, for information. */
const OTHERS = ['pair: first stake', 'pair: claim', 'pair: exit', 'term: first stake', 'boosted: claim']

/** @throws when the snapshot lacks an action */
export function gasRows(): Row[] {
  const snapshot = JSON.parse(
    readFileSync(join(ROOT, 'contracts/snapshots/StakingPools.json'), 'utf8'),
  ) as Record<string, string>
  const reference = JSON.parse(readFileSync(join(ROOT, 'bench/reference/gas.json'), 'utf8')) as Reference
  const measured = (entry: string): number => {
    const gas = Number(snapshot[entry])
    if (!(gas > 0)) throw new Error(`contracts/snapshots/StakingPools.json has no entry "${entry}"`)
    return gas
  }
  const compared = (Object.keys(MEASURED) as Action[]).map((action): Row => {
    const [best] = Object.entries(reference.contracts).sort(([, a], [, b]) => a[action] - b[action])
    return {
      metric: `gas, ${MEASURED[action].name}`,
      measured: measured(MEASURED[action].entry),
      unit: 'gas',
      reference: best ? { name: `best of 7: ${best[0]}`, value: best[1][action] } : null,
      goal: { most: reference.goals[action] },
    }
  })
  const others = OTHERS.map((entry): Row => ({
    metric: `gas, ${entry.replace(':', ' pool,')}`,
    measured: measured(entry),
    unit: 'gas',
    reference: null,
    goal: null,
  }))
  return [...compared, ...others]
}
