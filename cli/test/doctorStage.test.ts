/** The doctor's finding about a deployment between its contracts and its first holders, from a real deployment of mainnet's plan. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, erc20Abi, maxUint256, parseEther, type Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'
import { deploy } from '@galx/operator/deploy/deploy'
import { mainnetNetwork } from '@galx/operator/networks/mainnet'
import {
  CHOICES,
  DEPLOYER_KEY,
  startPublicChain,
  type PublicChain,
} from '../../operator/test/support/publicChain.ts'
import { routerAbi } from '@galx/operator/deploy/exchangeAbi'
import { stageFinding } from '../src/doctor/stage.ts'
import { runOperator } from '../src/runOperator.ts'

let world: PublicChain
let deployment: Deployment
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-stage-'))
  world = await startPublicChain(56)
  const plan = mainnetNetwork(CHOICES)
  const pairs = plan.pairs.slice(0, 2)
  const configuration = { ...plan, pairs, ...world.found }
  deployment = await deploy({ rpcUrl: world.chain.rpcUrl, privateKey: DEPLOYER_KEY, configuration })
  // The network's name makes the doctor compare the deployment with mainnet's plan.
  writeFileSync(join(folder, 'deployment.json'), JSON.stringify({ ...deployment, network: 'mainnet' }))
}, 120_000)
afterAll(async () => {
  await world.chain.stop()
  rmSync(folder, { recursive: true })
})

async function doctor() {
  const lines: string[] = []
  const environment = { RPC_URL: world.chain.rpcUrl, DEPLOYMENT_FILE: join(folder, 'deployment.json') }
  const say = (line: string) => void lines.push(line)
  await runOperator(['doctor', '--json'], environment, { say, complain: say })
  return lines.map((line) => JSON.parse(line) as { area: string; state: string; text: string; todo?: string })
}

it('finds nothing wrong right after a deployment, and names the open tasks before the opening', async () => {
  const found = await doctor()
  const ofChain = found.filter(({ area }) =>
    ['stage', 'budgets', 'signer', 'pauses', 'deployment'].includes(area),
  )
  expect(ofChain.filter(({ state }) => state === 'wrong')).toEqual([])
  for (const name of ['pool btc', 'program btc', 'program promotion'])
    expect(ofChain).toContainEqual({
      area: 'budgets',
      state: 'ok',
      text: `${name} has no budget, as the plan says`,
    })
  expect(found.find(({ area }) => area === 'stage')).toEqual({
    area: 'stage',
    state: 'warning',
    text: 'deployed, seeded, funded; before it opens: the pair AAA/USDT is empty; the pair MCM/USDT is empty',
    todo: "npm run operator -- safe --call 'SwapRouter.addLiquidity(…)' --safe TREASURY (docs/go-live.md)",
  })
}, 60_000)

it('finds liquidity as soon as it is added, and waits for the first epoch', async () => {
  const { rpcUrl } = world.chain
  const treasury = CHOICES.TREASURY_ADDRESS as Address
  await rpc(rpcUrl, 'anvil_autoImpersonateAccount', true)
  await rpc(rpcUrl, 'anvil_setBalance', treasury, '0xde0b6b3a7640000')
  await world.give('USDT', treasury, parseEther('4000'))
  const send = async (to: string, data: string) => {
    await rpc(rpcUrl, 'eth_sendTransaction', { from: treasury, to, data, gas: '0x4c4b40' })
    await rpc(rpcUrl, 'evm_mine')
  }
  const router = deployment.contracts.SwapRouter.address
  const usdt = deployment.tokens.USDT.address as Address
  for (const symbol of ['AAA', 'MCM'] as const) {
    const token = deployment.tokens[symbol].address as Address
    for (const one of [token, usdt])
      await send(
        one,
        encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router as Address, maxUint256] }),
      )
    const amounts = [parseEther('1000'), parseEther('2000')] as const
    const args = [token, usdt, ...amounts, 0n, 0n, treasury, maxUint256] as const
    await send(router, encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidity', args }))
  }
  const stage = (await doctor()).find(({ area }) => area === 'stage')!
  expect(stage.text).toMatch(
    /^deployed, seeded, funded, with liquidity; before it opens: epoch \d+, which ends [\d-]+ [\d:]+ UTC, is not published$/,
  )
}, 60_000)

it('names the open tasks of the first unreached stage, and none of a later stage', () => {
  const stage = (name: string, ...missing: string[]) => ({ name, missing, todo: `do ${name}` })
  expect(stageFinding([stage('seeded'), stage('funded', 'a', 'b'), stage('published', 'c')])).toEqual({
    area: 'stage',
    state: 'warning',
    text: 'deployed, seeded; before it opens: a; b',
    todo: 'do funded (docs/go-live.md)',
  })
  expect(stageFinding([stage('seeded'), stage('funded')])).toEqual({
    area: 'stage',
    state: 'ok',
    text: 'deployed, seeded, funded: ready to open',
  })
})
