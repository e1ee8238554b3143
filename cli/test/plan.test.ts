/** `plan`, and `deploy --plan` up to the printed transactions. A deployment of such a plan is in rehearsal.test.ts. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runOperator } from '../src/runOperator.ts'
import { CHOICES, DEPLOYER } from '../../operator/test/support/publicChain.ts'

const MAINNET = resolve(import.meta.dirname, '../../operator/plans/mainnet.json')
const folder = mkdtempSync(join(tmpdir(), 'galx-plan-'))
const own = join(folder, 'own.json')
const wrong = join(folder, 'wrong.json')

beforeAll(() => {
  const text = readFileSync(MAINNET, 'utf8')
  writeFileSync(own, text.replace('"minted": "100000000"', '"minted": "77000000"'))
  writeFileSync(wrong, text.replace('"minted": "100000000"', '"minted": "1e8"').replace('300', '501'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function operator(...parameters: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const say = (text: string) => void lines.push(...text.split('\n'))
  const environment = { ...CHOICES, DEPLOYER_ADDRESS: DEPLOYER }
  return { code: await runOperator(parameters, environment, { say, complain: say }), lines }
}

it('says a plan in words', async () => {
  const { code, lines } = await operator('plan', 'check', own)
  expect(code).toBe(0)
  expect(lines).toContain('  GALX: 77 000 000 GALX, never more than 1 000 000 000 GALX')
})

it('refuses wrong values, one line for each field, and deploys no such plan', async () => {
  for (const call of [
    ['plan', 'check', wrong],
    ['deploy', '--network', 'mainnet', '--plan', wrong],
  ]) {
    const { code, lines } = await operator(...call)
    expect(code).toBe(1)
    expect(lines.map((line) => line.replace(/ must not be .*/, ''))).toEqual([
      `${wrong}: tokens.AAA.feeRateBps`,
      `${wrong}: tokens.GALX.minted`,
    ])
  }
})

it('deploy uses the plan of the file', async () => {
  const { code, lines } = await operator('deploy', '--network', 'mainnet', '--plan', own)
  expect(code).toBe(0)
  expect(lines).toContain(`             amount ${parseEther('77000000')}`)
})

it('prints the schema with the meaning of each field', async () => {
  const { lines } = await operator('plan', 'schema')
  const { properties } = JSON.parse(lines.join('\n')) as {
    properties: Record<string, { description: string }>
  }
  expect(properties.timelockDelay!.description).toMatch(/^Seconds between the announcement/)
})

it.each([
  [['plan'], 'plan takes "check FILE" or "schema"'],
  [['plan', '--conjure'], "Unknown option '--conjure'"],
  [['plan', 'check'], 'plan takes "check FILE" or "schema"'],
  [['deploy', '--network', 'embedded', '--plan', own], '--plan cannot be used with --network embedded'],
])('%j is a wrong call', async (call, message) => {
  expect(await operator(...call)).toEqual({ code: 2, lines: [message] })
})
