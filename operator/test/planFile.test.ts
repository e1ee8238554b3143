/** The plans' files: the repository's own are right, and a wrong value is refused by the name of its field. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseEther } from 'viem'
import type { TokenSymbol } from '@galx/protocol/products'
import { mainnetNetwork } from '../src/networks/mainnet.ts'
import { parsePlan, planTerms, readPlanFile, spendingOf } from '../src/networks/planFile.ts'
import type { PlanJson } from '../src/networks/planSchema.ts'
import { planInWords } from '../src/networks/planWords.ts'
import { publishedTerms } from '../src/networks/publishedTerms.ts'
import { planDeployment } from '../src/deploy/plan.ts'
import { spending } from '../src/deploy/steps/tokens.ts'
import { CHOICES, DEPLOYER } from './support/publicChain.ts'

const folder = mkdtempSync(join(tmpdir(), 'galx-plan-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(network: string): string {
  return join(import.meta.dirname, '../plans', `${network}.json`)
}
const mainnet = readPlanFile(fileOf('mainnet'))

/** The faults of mainnet's plan after a change, without the file's name. */
function faultsAfter(change: (plan: PlanJson) => void): string[] {
  const plan = structuredClone(mainnet)
  change(plan)
  try {
    parsePlan(plan, 'p')
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => line.replace(/^p: /, ''))
  }
  return []
}

describe("the repository's plans", () => {
  it.each(['mainnet', 'testnet', 'embedded'])('%s is right', (network) => {
    expect(planTerms(readPlanFile(fileOf(network)))).toEqual(publishedTerms(network))
  })

  it("the testnet's differs from mainnet's only in the timelock's delay", () => {
    expect({ ...readPlanFile(fileOf('testnet')), timelockDelay: mainnet.timelockDelay }).toEqual(mainnet)
  })

  it('describes the deployment in words', () => {
    const lines = planInWords(mainnet)
    for (const line of [
      'Timelock: announces every change 2 days in advance',
      '  AAA: 100 000 000 AAA, never more; a trade pays 3 %, which can only fall',
      '  galxMcm: stake GALX with 1 MCM each, earn GALX',
      '    a lock of 360 days, weight ×3.00, an early exit costs up to 20 %',
      '    funding of 450 000 AAA; a funding streams over 90 days',
      '  galx: at most 400 GALX an epoch; funding of 36 000 GALX for 90 days',
      '  1 MCM is 0.05 USDT and counts as 0.0625 GALX; a position of 2 000 MCM qualifies a member',
      '  60 qualified members: 100 USDT',
      '  2 976 000 GALX; the treasury receives 97 024 000 GALX',
    ])
      expect(lines).toContain(line)
    expect(lines.filter((line) => line.startsWith('note:'))).toEqual([])
    const poor = structuredClone(mainnet)
    poor.pools.mcm.firstStake = '1'
    expect(planInWords(poor).at(-1)).toBe(
      'note: pools.mcm.firstStake is worth less than the pool pays during a pause of 7 days',
    )
  })

  it('counts the spending as the steps of the deployment do', () => {
    const { steps } = planDeployment(mainnetNetwork(CHOICES), DEPLOYER, 0n)
    for (const [symbol, amount] of Object.entries(spendingOf(planTerms(mainnet))))
      expect(spending(steps, symbol as TokenSymbol), symbol).toBe(amount)
  })
})

describe('a wrong value is refused by the name of its field', () => {
  const AMOUNT = 'A decimal string of whole tokens, such as "1500" or "0.25".'

  it('of the wrong kind', () => {
    expect(
      faultsAfter((plan) => {
        plan.tokens.GALX.minted = '1,5'
        plan.pools.mcf.tiers[1]!.penaltyBps = 2_001
        plan.vault.funding = 5 as never
        plan.pairs[0]!.base = 'CAKE' as never
        Object.assign(plan, { note: 'x' })
        delete (plan as Partial<PlanJson>).timelockDelay
      }),
    ).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^timelockDelay is missing: Seconds between the announcement/),
        'note is not a field of a plan',
        `tokens.GALX.minted must not be "1,5": GALX that the deployment mints. ${AMOUNT}`,
        expect.stringMatching(/^pools\.mcf\.tiers\[1\]\.penaltyBps must not be 2001: .* from 0 to 2000\.$/),
        `vault.funding must not be 5: GALX with which the deployment funds the vault; 0: none. ${AMOUNT}`,
        'pairs[0].base must not be "CAKE": One of USDT, AAA, MCM, GALX, BTCB, WBNB.',
      ]),
    )
  })

  it.each<[string, (plan: PlanJson) => void]>([
    ['tokens.MCM.minted must not be above tokens.MCM.cap', ({ tokens }) => (tokens.MCM.cap = '399999999')],
    [
      'tokens.GALX.minted is 2975999, but the plan spends 2976000',
      ({ tokens }) => (tokens.GALX.minted = '2975999'),
    ],
    [
      'pools.galxMcm.pairRatio must be above 0, and at most 2475880078',
      ({ pools }) => delete pools.galxMcm.pairRatio,
    ],
    [
      'pools.aaa.pairRatio must be left out: the pool has no pair token',
      ({ pools }) => (pools.aaa.pairRatio = '1'),
    ],
    [
      'pools.btc.tiers[0].penaltyBps must be 0: the pool pays BTCB for AAA',
      ({ pools }) => (pools.btc.tiers[0] = { duration: 86_400, multiplierBps: 10_000, penaltyBps: 1 }),
    ],
    [
      'pools.aaa.tiers[0].penaltyBps must be 0: the tier has no lock',
      ({ pools }) => (pools.aaa.tiers[0]!.penaltyBps = 1),
    ],
    [
      'pools.mcm.firstStake must be at least 1, because the plan funds the stream',
      ({ pools }) => (pools.mcm.firstStake = '0.9'),
    ],
    ['pools.btc.firstStake must be at least 1, or 0', ({ pools }) => (pools.btc.firstStake = '0.9')],
    ['pools.mcm.funding is too small to stream', ({ pools }) => (pools.mcm.funding = '0.000001')],
    ['vault.firstDeposit must be at least 1', ({ vault }) => (vault.firstDeposit = '0')],
    ['programs.btc.budgetPerEpoch must be above 0', ({ programs }) => (programs.btc.budgetPerEpoch = '0')],
    [
      'programs.promotion.funding must be at most 2475880078.',
      ({ programs }) => (programs.promotion.funding = '2475880079'),
    ],
    ['prices.GALX must be above 0', ({ prices }) => (prices.GALX = '0')],
    ['prices.MCM is too small', ({ prices }) => (prices.MCM = '0.00007')],
    ['qualifying.AAA must be above 0', ({ qualifying }) => (qualifying.AAA = '0')],
    ['ladder[1].members must be above the members', ({ ladder }) => (ladder[1]!.members = 1)],
    ['ladder[2].amount must be above the amount', ({ ladder }) => (ladder[2]!.amount = '10')],
    ['pairs must contain the base AAA', ({ pairs }) => void pairs.shift()],
    ['pairs[5] is USDT/MCM again', ({ pairs }) => void pairs.push({ base: 'USDT', quote: 'MCM' })],
  ])('%s', (fault, change) => {
    const faults = faultsAfter(change)
    expect(faults).toHaveLength(1)
    expect(faults[0]!.slice(0, fault.length)).toBe(fault)
  })

  it('names a file that is missing or not JSON', () => {
    const file = join(folder, 'plan.json')
    expect(() => readPlanFile(file)).toThrow(`${file} cannot be read: ENOENT`)
    writeFileSync(file, readFileSync(fileOf('mainnet'), 'utf8').slice(1))
    expect(() => readPlanFile(file)).toThrow(`${file} is not JSON: `)
  })
})

it('prices give coefficients in basis points of one GALX, rounded down', () => {
  const { ruleset } = planTerms({ ...mainnet, prices: { AAA: '1', MCM: '0.05', GALX: '0.7' } })
  expect(ruleset.power).toMatchObject({ galx: 10_000n, aaa: 14_285n, btc: 14_285n, mcf: 714n })
  expect(ruleset.qualifying.mcf).toBe(parseEther('2000'))
})
