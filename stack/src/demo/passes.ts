/** Node passes in the demo world, minted one after another, so that the plan knows their numbers. */
import type { Person } from './person.ts'
import type { DemoStep } from './step.ts'

const BOND = 10_000n
const NAMES = [
  'Aurora',
  '北极星节点',
  'Blue Whale',
  '长城',
  'Cedar',
  '龙门',
  'Delta One',
  '蓝海',
  'Ember',
  '金山',
  'Foxglove',
  '山海社区',
  'Granite',
  '晨星',
  'Harbor',
  '天枢',
  'Ivory',
  '远航',
  'Juniper',
  '归燕',
]

/** Accounts that used the faucet twice lock their MCM in passes. Later some passes are transferred, renamed or unbonded. */
export function planPasses(people: readonly Person[]): DemoStep[] {
  const steps: DemoStep[] = []
  const holders: number[] = []
  for (const { account, ready, purse } of people) {
    const name = NAMES[holders.length]
    if (account % 8 !== 0 || name === undefined || !purse.spend({ MCM: BOND })) continue
    steps.push({ at: ready + 1, account, action: { kind: 'mintPass', name } })
    holders.push(account)
  }
  const minted = (pass: number) => steps[pass - 1]!.at
  const addStep = (pass: number, at: number, action: DemoStep['action']) =>
    steps.push({ at, account: holders[pass - 1]!, action })
  const ordered = steps.every(({ at }, index) => index === 0 || at > steps[index - 1]!.at)
  if (!ordered) throw new Error('Demo plan: passes must be minted one after another.')
  if (holders.length >= 4) {
    addStep(2, minted(2) + 20, { kind: 'renamePass', pass: 2, name: '北极星 Polaris' })
    // a day has 12 moments, so the cool-down takes 84
    addStep(3, minted(3) + 30, { kind: 'startUnbonding', pass: 3 })
    addStep(3, minted(3) + 120, { kind: 'unbond', pass: 3 })
    addStep(4, minted(4) + 40, { kind: 'transferPass', pass: 4, to: 1 })
  }
  if (holders.length >= 12) {
    addStep(9, minted(9) + 50, { kind: 'transferPass', pass: 9, to: 5 })
    addStep(11, 340, { kind: 'startUnbonding', pass: 11 })
  }
  return steps
}
