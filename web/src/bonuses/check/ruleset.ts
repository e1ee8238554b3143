/** Writes a ruleset as the text whose hash identifies the ruleset (docs/rewards.md). */
import type { RulesetJson } from '@galx/protocol/rulesets'

/** One line for each value, each line with a line feed at its end. Lists keep their order in /config.json. */
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
