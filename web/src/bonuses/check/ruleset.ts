/** A ruleset's bytes as text, from which its hash is made (docs/rewards.md). */
import type { RulesetJson } from '@galx/protocol/rulesets'

/** One line a value, every line with a line feed, lists as they stand in /config.json. */
export function textOfRuleset(ruleset: RulesetJson): string {
  const lines = [
    'GALX ruleset 1',
    `number ${ruleset.number}`,
    `firstEpoch ${ruleset.firstEpoch}`,
    ...ruleset.programs.map(({ key, id, rule, pools, vault }) =>
      ['program', key, id, rule, pools.join() || '-', vault ? '1' : '0'].join(' '),
    ),
    ...ruleset.power.map(({ pool, coefficient }) => `power ${pool} ${coefficient}`),
    `power vault ${ruleset.vaultCoefficient}`,
    ...ruleset.qualifying.map(({ pool, amount }) => `qualifying ${pool} ${amount}`),
    ...ruleset.ladder.map(({ members, amount }) => `ladder ${members} ${amount}`),
  ]
  return `${lines.join('\n')}\n`
}
