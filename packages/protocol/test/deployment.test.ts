import { expect, it } from 'vitest'
import { parseDeployment } from '../src/deployment.ts'
import { deploymentWith } from './paperDeployment.ts'
import { storyRuleset } from './rewards/story.ts'

it.each([
  ['{"version": 1', 'it is not JSON'],
  ['[]', /^\/ must be object/],
  ['{"version": 2}', /^\//],
])('a text that is not a deployment, %s, is refused in words', (text, words) => {
  expect(() => parseDeployment(text)).toThrow(words)
})

const ruleset = storyRuleset(['galx', 'btc'])

it('programs have the ids that the rulesets give them; a program that does not exist yet has none', () => {
  const [galx, btc] = ruleset.programs
  expect(parseDeployment(deploymentWith({ galx: galx!.id, btc: btc!.id }, ruleset)).chainId).toBe(56)
  expect(parseDeployment(deploymentWith({ btc: btc!.id, mcf: '7' }, ruleset)).chainId).toBe(56)
  expect(() => parseDeployment(deploymentWith({ galx: btc!.id, btc: galx!.id }, ruleset))).toThrow(
    `/programs/galx/id must be ${galx!.id} as in ruleset 1, not ${btc!.id}`,
  )
})
