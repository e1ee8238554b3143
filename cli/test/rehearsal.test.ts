/** `deploy --network rehearsal`: the whole deployment of an operator's own plan on a private chain, with mainnet's rules. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createPublicClient, erc20Abi, http, parseEther, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDeployment, type Deployment } from '@galx/protocol/deployment'
import { EMBEDDED_DEPLOYER_KEY } from '@galx/operator/networks/embedded'
import { KNOWN_CHAINS } from '@galx/operator/networks/knownChains'
import type { PlanJson } from '@galx/operator/networks/planSchema'
import { rehearsalNetwork } from '@galx/operator/networks/rehearsal'
import { rpc } from '@galx/stack/chain/rpc'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { runOperator } from '../src/runOperator.ts'
import { CHOICES, DEPLOYER, DEPLOYER_KEY } from '../../operator/test/support/publicChain.ts'

const CHAIN_ID = 31_337
const folder = mkdtempSync(join(tmpdir(), 'galx-rehearsal-'))
const [own, out] = [join(folder, 'own.json'), join(folder, 'deployment.json')]
const rehearse = ['deploy', '--network', 'rehearsal', '--plan', own, '--out', out] as const
let chain: Chain

beforeAll(async () => {
  const file = resolve(import.meta.dirname, '../../operator/plans/mainnet.json')
  const plan = JSON.parse(readFileSync(file, 'utf8')) as PlanJson
  plan.tokens.GALX.minted = '77000000'
  plan.pools.btc.funding = '2'
  plan.programs.promotion.funding = '4500'
  plan.prices.MCM = '0.06'
  writeFileSync(own, JSON.stringify(plan))
  chain = await startChain({ blockTime: 'manual', chainId: CHAIN_ID })
  await rpc(chain.rpcUrl, 'evm_setAutomine', true)
  await rpc(chain.rpcUrl, 'anvil_setBalance', DEPLOYER, '0x56bc75e2d63100000')
}, 120_000)
afterAll(async () => {
  await chain.stop()
  rmSync(folder, { recursive: true })
})

type Answer = { code: number; lines: string[] }

async function operator(parameters: readonly string[], changes: NodeJS.ProcessEnv = {}): Promise<Answer> {
  const lines: string[] = []
  const say = (text: string) => void lines.push(...text.split('\n'))
  const environment = { ...CHOICES, DEPLOYER_PRIVATE_KEY: DEPLOYER_KEY, RPC_URL: chain.rpcUrl, ...changes }
  return { code: await runOperator(parameters, environment, { say, complain: say }), lines }
}
function reader() {
  return createPublicClient({ transport: http(chain.rpcUrl) })
}

describe('a rehearsal refuses', () => {
  it('a missing node', async () => {
    expect(await operator(rehearse, { RPC_URL: '' })).toEqual({
      code: 2,
      lines: ['--rpc URL is missing (or RPC_URL in the environment)'],
    })
  })

  it("the embedded chain's key, and the choices that mainnet refuses", async () => {
    const confirmed = [...rehearse, '--confirm']
    expect(await operator(confirmed, { DEPLOYER_PRIVATE_KEY: EMBEDDED_DEPLOYER_KEY })).toEqual({
      code: 2,
      lines: ['DEPLOYER_PRIVATE_KEY is a published test key: anybody can use it'],
    })
    const shared = await operator(confirmed, { TREASURY_ADDRESS: CHOICES.GUARDIAN_ADDRESS })
    expect(shared.lines).toEqual([
      `on mainnet nobody holds two roles: ${CHOICES.GUARDIAN_ADDRESS} is guardian and treasury`,
    ])
    const [proposer] = CHOICES.TIMELOCK_PROPOSERS.split(',')
    const alone = await operator(confirmed, { TIMELOCK_PROPOSERS: proposer })
    expect(alone.code).toBe(1)
    expect(alone.lines.at(-1)).toMatch(/^nothing was sent: the only proposer 0x\w+ is one private key: /i)
  }, 60_000)

  it.each([
    [56, 'BNB Smart Chain'],
    [97, 'BNB Smart Chain Testnet'],
    [1, 'Ethereum'],
  ])('a chain with the id %i', async (chainId, name) => {
    await rpc(chain.rpcUrl, 'anvil_setChainId', chainId)
    try {
      const { code, lines } = await operator([...rehearse, '--confirm'])
      expect([code, ...lines]).toEqual([
        1,
        `a rehearsal needs a chain with an id of its own: ${chainId} is the id of ${name}, and nothing was sent`,
      ])
    } finally {
      await rpc(chain.rpcUrl, 'anvil_setChainId', CHAIN_ID)
    }
  })
})

describe('on a private chain', () => {
  let deployment: Deployment

  it('the deployment makes stand-ins, and leaves the deployer nothing', async () => {
    const shown = await operator(rehearse)
    expect(shown.lines.at(-1)).toBe('nothing was sent: add --confirm')
    const { code, lines } = await operator([...rehearse, '--confirm'])
    expect(code, lines.join('\n')).toBe(0)
    deployment = parseDeployment(readFileSync(out, 'utf8'))
    expect(deployment).toMatchObject({ network: 'rehearsal', chainId: CHAIN_ID })
    expect(deployment.contracts.DemoFaucet).toBeUndefined()
    expect(deployment.roles.timelock.minDelay).toBe(172_800)
    for (const [symbol, { address }] of Object.entries(deployment.tokens)) {
      const token = { address: address as Address, abi: erc20Abi } as const
      const held = (account: string) =>
        reader().readContract({ ...token, functionName: 'balanceOf', args: [account as Address] })
      expect(await held(DEPLOYER), symbol).toBe(0n)
      const treasury = await held(CHOICES.TREASURY_ADDRESS)
      if (symbol === 'USDT') expect(treasury).toBe(parseEther('9999995500'))
      if (symbol === 'BTCB') expect(treasury).toBe(parseEther('20999998'))
      if (symbol === 'GALX') expect(treasury).toBe(parseEther('74024000'))
    }
  }, 240_000)

  it('nothing is left to send', async () => {
    const before = await reader().getBlockNumber({ cacheTime: 0 })
    expect((await operator([...rehearse, '--confirm'])).code).toBe(0)
    expect(await reader().getBlockNumber({ cacheTime: 0 })).toBe(before)
  }, 60_000)

  it('verify compares with the given plan, and by default with mainnet’s plan', async () => {
    const verified = await operator(['verify', '--deployment', out, '--plan', own])
    expect(verified.code, verified.lines.join('\n')).toBe(0)
    expect(verified.lines.filter((line) => line.includes('the published plan'))).toEqual([])
    const { lines } = await operator(['verify', '--deployment', out])
    expect(lines).toContain(
      'note: ruleset 1 coefficient of pool mcm is 750 bps of one GALX; the published plan says 625 bps of one GALX',
    )
  }, 120_000)

  it('doctor counts a funding as missing only if the plan has it', async () => {
    const { lines } = await operator(['doctor', '--deployment', out, '--plan', own])
    expect(lines.find((line) => line.includes(' stage '))).toContain(
      'deployed, seeded, funded; before it opens',
    )
  }, 120_000)
})

it('a fork keeps its tokens and its exchange', async () => {
  const { USDT } = KNOWN_CHAINS.mainnet.existingTokens
  const { factory, router, wrappedNative } = KNOWN_CHAINS.mainnet.exchange
  expect(await rehearsalNetwork(reader(), CHOICES)).toMatchObject({ existingTokens: {} })
  for (const address of [USDT, factory, router, wrappedNative])
    await rpc(chain.rpcUrl, 'anvil_setCode', address, '0x00')
  const found = await rehearsalNetwork(reader(), CHOICES)
  expect(found.existingTokens).toEqual({ USDT })
  expect(found.exchange).toEqual(KNOWN_CHAINS.mainnet.exchange)
})
