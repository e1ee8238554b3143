/** docs/operator.md: its examples equal the commands' output, except for figures, times, addresses and hashes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { encodeFunctionData, erc20Abi, keccak256, toHex, zeroAddress, type Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'
import type { Chain } from '@galx/stack/chain/startChain'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { COMMAND_NAMES, runOperator } from '../src/runOperator.ts'
import { makeSafe, makeSingleton, send } from '../../operator/test/support/safes.ts'

const MANUAL = readFileSync(resolve(import.meta.dirname, '../../docs/operator.md'), 'utf8')
const ETHER = 10n ** 18n
const FUNDER: Address = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'

let chain: Chain
let deployment: Deployment
let folder: string

beforeAll(async () => {
  ;({ chain, deployment } = await startDeployedChain())
  folder = mkdtempSync(join(tmpdir(), 'galx-manual-'))
  writeFileSync(join(folder, 'deployment.json'), JSON.stringify(deployment))
  await rpc(chain.rpcUrl, 'evm_mine')
  await rpc(chain.rpcUrl, 'anvil_autoImpersonateAccount', true)
}, 120_000)
afterAll(async () => {
  await chain?.stop()
  rmSync(folder, { recursive: true })
})

function contract(name: 'DemoFaucet' | 'Timelock'): Address {
  return deployment.contracts[name]!.address as Address
}

async function operator(...parameters: string[]): Promise<string[]> {
  const lines: string[] = []
  const environment = { RPC_URL: chain.rpcUrl, DEPLOYMENT_FILE: join(folder, 'deployment.json') }
  const say = (text: string) => void lines.push(...text.split('\n'))
  expect(await runOperator(parameters, environment, { say, complain: say }), lines.join('\n')).toBe(0)
  return lines
}

/** The example of a section, without blank lines and without the `…` lines that stand for similar lines. */
function example(section: string): string[] {
  const text = MANUAL.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  const [, block] = /^```\n(.*?)^```$/ms.exec(text) ?? []
  if (block === undefined) throw new Error(`docs/operator.md has no example under "${section}"`)
  return block.split('\n').filter((line) => line.trim() !== '' && line.trim() !== '…')
}

/** The part of a line that does not depend on the day and the chain. */
function shape(line: string): string {
  return line
    .replaceAll(/0x[0-9a-f]+…?|0x…/gi, '0x')
    .replaceAll(/https?:\/\/[\w.:-]+/g, 'URL')
    .replaceAll(/\d[\d .,:-]*/g, '# ')
    .replaceAll(/\bhours?\b|\bdays?\b/g, 'time')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/# time(?: # time)+/g, '# time')
    .trim()
}

function expectExample(section: string, printed: readonly string[]): void {
  const shapes = new Set(printed.map(shape))
  for (const line of example(section))
    expect(shapes, `"${line}" of ## ${section} is not printed:\n${printed.join('\n')}`).toContain(shape(line))
}

it('every command has exactly one row', () => {
  const table = MANUAL.slice(0, MANUAL.indexOf('\n## '))
  expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name).sort()).toEqual(
    [...COMMAND_NAMES].sort(),
  )
})

it('pools', async () => expectExample('pools', await operator('pools')))

it('fund', async () => {
  const drip = encodeFunctionData({ abi: demoFaucetAbi, functionName: 'drip', args: [FUNDER] })
  await send(chain.rpcUrl, { to: contract('DemoFaucet'), data: drip })
  // A pool without stakers cannot be funded, so the funder stakes first.
  const [galx, pools] = [
    deployment.tokens.GALX.address,
    deployment.contracts.StakingPools.address,
  ] as Address[]
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [pools!, ETHER] })
  await send(chain.rpcUrl, { from: FUNDER, to: galx!, data: approval })
  const stake = encodeFunctionData({
    abi: stakingPoolsAbi,
    functionName: 'stake',
    args: [BigInt(deployment.pools.galx!.id), ETHER, 0n, zeroAddress],
  })
  await send(chain.rpcUrl, { from: FUNDER, to: pools!, data: stake })
  expectExample('fund', await operator('fund', '--pool', 'galx', '--amount', '250.5', '--from', FUNDER))
})

it('signer', async () => expectExample('signer', await operator('signer')))

it('doctor', async () => expectExample('doctor', await operator('doctor')))

it('safe', async () => {
  const timelock = contract('Timelock')
  const owners: Address[] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
  const safe = await makeSafe(chain.rpcUrl, await makeSingleton(chain.rpcUrl), owners, 2n)
  await rpc(chain.rpcUrl, 'anvil_setBalance', timelock, '0xde0b6b3a7640000')
  for (const role of ['PROPOSER_ROLE', 'CANCELLER_ROLE']) {
    const args = [keccak256(toHex(role)), safe] as const
    const data = encodeFunctionData({ abi: timelockAbi, functionName: 'grantRole', args })
    await send(chain.rpcUrl, { from: timelock, to: timelock, data })
  }
  const call = `RewardVouchers.setSigner(0x${'7'.repeat(40)})`
  expectExample('safe', await operator('safe', '--call', call, '--safe', safe))
})
