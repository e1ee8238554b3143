/**
 * docs/go-live.md followed by a new operator: from an empty folder to a holder's first stake, on a private chain with mainnet's plan and rules.
 * The roles are Safes where the page asks for Safes, and two owners of the treasury sign each batch.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  concatHex,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseEther,
  toHex,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { parseDeployment, type Deployment } from '@galx/protocol/deployment'
import { swapRouterAbi, wrappedNativeAbi } from '@galx/protocol/exchangeAbi'
import type { BuilderFile } from '@galx/operator/safe/builderFile'
import { multiSendData } from '@galx/operator/safe/multiSend'
import { rpc } from '@galx/stack/chain/rpc'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { freePort } from '@galx/stack/process/freePort'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { APART } from '../../operator/test/kit/hosts.ts'
import { makeMultiSend, makeSafe, makeSingleton, safeAbi, send } from '../../operator/test/support/safes.ts'
import { startServerProcess, type IndexerProcess } from '../../server/test/support/indexerProcess.ts'
import { OWN_NODE_ENVIRONMENT } from '../../server/test/support/ownNode.ts'
import { waitFor } from '../../server/test/support/wait.ts'
import { runOperator } from '../src/runOperator.ts'

const PLAN = resolve(import.meta.dirname, '../../operator/plans/mainnet.json')
/** Safe's own MultiSendCallOnly, version 1.4.1. */
const MULTI_SEND: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const DAY = 86_400
const BNB = 10n ** 18n
const [deployerKey, publisherKey] = [generatePrivateKey(), generatePrivateKey()]
const publisher = privateKeyToAccount(publisherKey).address
const holder = account()
const owners = [account(), account(), account()].sort((one, other) =>
  one.address.toLowerCase() < other.address.toLowerCase() ? -1 : 1,
)

let folder: string
let chain: Chain
let database: TestDatabase
let indexer: IndexerProcess | undefined
let api: IndexerProcess | undefined
let explorer: Server
let roles: NodeJS.ProcessEnv
let treasury: Address
let deployment: Deployment

function account() {
  return privateKeyToAccount(generatePrivateKey())
}
function file(): string {
  return join(folder, 'deployment.json')
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-go-live-'))
  // The deployment is made three days ago, so that its first epoch has ended by now.
  const timestamp = Math.floor(Date.now() / 1_000) - 3 * DAY
  chain = await startChain({ blockTime: 'manual', chainId: 31_337, timestamp })
  await rpc(chain.rpcUrl, 'evm_setAutomine', true)
  await rpc(chain.rpcUrl, 'anvil_autoImpersonateAccount', true)
  for (const address of [privateKeyToAccount(deployerKey).address, holder.address])
    await rpc(chain.rpcUrl, 'anvil_setBalance', address, `0x${BNB.toString(16)}`)
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  explorer = createServer((request, response) => {
    // Answers like Sourcify about a chain whose sources it already shows.
    const [, address = ''] = /^\/v2\/contract\/31337\/(0x\w+)/.exec(request.url!) ?? []
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ match: 'exact_match', chainId: '31337', address }))
  })
  explorer.listen(0, '127.0.0.1')
  await once(explorer, 'listening')
}, 120_000)
afterAll(async () => {
  await Promise.all([indexer?.stop(), api?.stop()])
  explorer.close()
  await chain.stop()
  await database.stop()
  rmSync(folder, { recursive: true })
})

async function operator(parameters: readonly string[], changes: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const lines: string[] = []
  const say = (text: string) => void lines.push(...text.split('\n'))
  const environment = {
    ...roles,
    RPC_URL: chain.rpcUrl,
    DEPLOYMENT_FILE: file(),
    DATABASE_URL: database.url,
    ...changes,
  }
  const code = await runOperator(parameters, environment, { say, complain: say })
  expect(code, `${parameters[0]}: ${lines.join('\n')}`).toBe(0)
  return lines
}

async function stage(): Promise<string> {
  const lines: string[] = []
  const say = (text: string) => void lines.push(text)
  const environment = { RPC_URL: chain.rpcUrl, DEPLOYMENT_FILE: file() }
  await runOperator(['doctor', '--json'], environment, { say, complain: say })
  const found = lines.map((line) => JSON.parse(line) as { area: string; text: string })
  return found.find(({ area }) => area === 'stage')!.text
}

function reader() {
  return createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 })
}

/** The environment of the operator's servers. */
function servers(): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    RPC_URL: chain.rpcUrl,
    DEPLOYMENT_FILE: file(),
    ...OWN_NODE_ENVIRONMENT,
  }
}

/** The holder calls a contract or a token of the deployment. */
async function holderSends(name: string, call: Parameters<typeof encodeFunctionData>[0]): Promise<void> {
  const { address } = { ...deployment.contracts, ...deployment.tokens }[name as 'AAA']
  await send(chain.rpcUrl, {
    from: holder.address,
    to: address as Address,
    data: encodeFunctionData(call),
  })
}

/** Two owners of the treasury sign the hash that `operator safe` printed. A third person sends the batch. */
async function execute(calls: readonly string[]): Promise<void> {
  const out = join(folder, 'batch')
  const printed = await operator([
    ...['safe', '--safe', treasury, '--out', out],
    ...calls.flatMap((call) => ['--call', call]),
  ])
  const hash = printed.map((line) => /^ {2}safeTxHash +(0x\w{64})$/.exec(line)?.[1]).find(Boolean) as Hex
  const { transactions } = JSON.parse(readFileSync(join(out, 'treasury.json'), 'utf8')) as BuilderFile
  const signatures = concatHex(await Promise.all(owners.slice(0, 2).map((owner) => owner.sign({ hash }))))
  const data = multiSendData(transactions)
  const args = [MULTI_SEND, 0n, data, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, signatures] as const
  await send(chain.rpcUrl, {
    to: treasury,
    data: encodeFunctionData({ abi: safeAbi, functionName: 'execTransaction', args }),
  })
}

it('1. chooses who holds which role: three Safes, and four keys', async () => {
  const singleton = await makeSingleton(chain.rpcUrl)
  await makeMultiSend(chain.rpcUrl, '1.4.1')
  const addresses = owners.map(({ address }) => address)
  const safes: Address[] = []
  for (let made = 0; made < 3; made++) safes.push(await makeSafe(chain.rpcUrl, singleton, addresses, 2n))
  treasury = safes[0]!
  roles = {
    TREASURY_ADDRESS: treasury,
    GUARDIAN_ADDRESS: safes[1]!,
    TIMELOCK_PROPOSERS: safes[2]!,
    VOUCHER_SIGNER_ADDRESS: account().address,
    VOUCHER_COSIGNER_ADDRESS: account().address,
    EPOCH_PUBLISHER: publisher,
    RELEASE_SIGNER: account().address,
  }
}, 60_000)

it('2. and 4. reads the plan, and sees what it costs without a key', async () => {
  const explained = await operator(['plan', 'check', PLAN])
  expect(explained.length).toBeGreaterThan(20)
  const dry = ['deploy', '--network', 'rehearsal', '--plan', PLAN]
  const shown = await operator(dry, { DEPLOYER_ADDRESS: privateKeyToAccount(deployerKey).address })
  expect(shown.filter((line) => line.includes('enough'))).toHaveLength(1)
}, 60_000)

it('5. to 7. deploys, verifies and shows the sources', async () => {
  const from = ['--max-gas-price', '2', '--confirm', '--out', file()]
  await operator(['deploy', '--network', 'rehearsal', ...from], { DEPLOYER_PRIVATE_KEY: deployerKey })
  deployment = parseDeployment(readFileSync(file(), 'utf8'))
  const verified = await operator(['verify'])
  expect(verified.at(-1)).toContain('0 wrong, 0 not checked')
  const { port } = explorer.address() as AddressInfo
  const shown = await operator(['explorer', '--sourcify', `http://127.0.0.1:${port}`, '--confirm'])
  expect(shown.filter((line) => line.includes('Sourcify shows its source'))).toHaveLength(shown.length)
}, 240_000)

it('8. finds every funded pool seeded', async () => {
  expect(await stage()).toMatch(/^deployed, seeded, funded; before it opens: the pair AAA\/USDT is empty;/)
}, 60_000)

it('9. funds a later pool and seeds the pairs in one batch that two owners of the treasury sign', async () => {
  // Nothing but wrapping makes this token: people hold it before they open.
  await send(chain.rpcUrl, {
    from: holder.address,
    to: deployment.contracts.WrappedNative!.address as Address,
    data: encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' }),
    value: toHex(BNB / 2n),
  })
  await holderSends('WrappedNative', { abi: erc20Abi, functionName: 'transfer', args: [treasury, BNB / 2n] })
  await execute([
    'StakingPools.fund(btc, 2e18)',
    'RewardVouchers.fund(promotion, 4500e18)',
    'SwapRouter.addLiquidity(AAA, USDT, 5000e18, 9700e18)',
    'SwapRouter.addLiquidity(MCM, USDT, 200000e18, 10000e18)',
    'SwapRouter.addLiquidity(GALX, USDT, 12500e18, 10000e18)',
    'SwapRouter.addLiquidity(BTCB, USDT, 1e18, 100000e18)',
    'SwapRouter.addLiquidity(WBNB, USDT, 0.5e18, 300e18)',
    `USDT.transfer(${holder.address}, 100e18)`,
  ])
  expect(await stage()).toMatch(
    /^deployed, seeded, funded, with liquidity; before it opens: epoch \d+, which ends .* is not published$/,
  )
}, 60_000)

it('10. and 13. writes the kit and the descriptors', async () => {
  const hosts = join(folder, 'hosts.json')
  writeFileSync(hosts, JSON.stringify(APART.single))
  const kit = join(folder, 'kit')
  await operator(['kit', '--profile', 'single', '--hosts', hosts, '--out', kit])
  expect(readdirSync(kit)).toEqual(
    expect.arrayContaining(['install.sh', 'check.sh', 'doctor.sh', 'drill.sh']),
  )
  await operator(['descriptors', '--out', join(folder, 'descriptors'), '--url', 'https://galx.example/'])
  expect(readdirSync(join(folder, 'descriptors')).length).toBeGreaterThan(10)
}, 60_000)

it('11. and 14. sends the publisher coins, and publishes the first epoch', async () => {
  await rpc(chain.rpcUrl, 'anvil_setBalance', publisher, toHex(BNB / 50n))
  indexer = startServerProcess('indexer', { ...servers(), CHECKSUM_SECONDS: '1' })
  const ends = (BigInt(deployment.programs.promotion!.start) / BigInt(DAY) + 1n) * BigInt(DAY)
  await rpc(chain.rpcUrl, 'evm_setNextBlockTimestamp', Number(ends))
  for (let block = 0; block < 4; block++) await rpc(chain.rpcUrl, 'evm_mine')
  const publish = ['publish', '--confirm']
  await waitFor(
    'the first epoch to be published',
    async () => {
      const said: string[] = []
      const say = (text: string) => void said.push(text)
      const environment = { ...servers(), PUBLISHER_PRIVATE_KEY: publisherKey }
      await runOperator(publish, environment, { say, complain: say })
      return said.some((line) => line.includes('are published by 0x'))
    },
    60_000,
  )
  for (let block = 0; block < 4; block++) await rpc(chain.rpcUrl, 'evm_mine')
  expect(await stage()).toBe('deployed, seeded, funded, with liquidity, first epoch published: ready to open')
}, 120_000)

it('15. lets a holder buy and stake, and shows the stake through the API', async () => {
  const [usdt, aaa] = [deployment.tokens.USDT, deployment.tokens.AAA].map(({ address }) => address as Address)
  const spend = (spender: 'SwapRouter' | 'StakingPools') =>
    ({
      abi: erc20Abi,
      functionName: 'approve',
      args: [deployment.contracts[spender].address as Address, maxUint256],
    }) as const
  await holderSends('USDT', spend('SwapRouter'))
  await holderSends('SwapRouter', {
    abi: swapRouterAbi,
    functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [parseEther('100'), 0n, [usdt!, aaa!], holder.address, maxUint256],
  })
  await holderSends('AAA', spend('StakingPools'))
  const pool = BigInt(deployment.pools.aaa!.id)
  await holderSends('StakingPools', {
    abi: stakingPoolsAbi,
    functionName: 'stake',
    args: [pool, parseEther('40'), 0n, zeroAddress],
  })
  const staked = {
    address: deployment.contracts.StakingPools.address as Address,
    abi: stakingPoolsAbi,
  } as const
  const { weight } = await reader().readContract({
    ...staked,
    functionName: 'accountState',
    args: [pool, holder.address],
  })
  expect(weight).toBeGreaterThan(0n)
  for (let block = 0; block < 4; block++) await rpc(chain.rpcUrl, 'evm_mine')

  const port = await freePort()
  api = startServerProcess('api', {
    ...servers(),
    API_PORT: String(port),
    APP_DOMAIN: 'galx.test',
    APP_ORIGINS: 'https://galx.test',
    SESSION_SECRET: 'a sufficiently long secret of the tests',
    // No Redis runs there: the process counts limits alone.
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
  })
  const shown = await waitFor('the stake in the API', async () => {
    const address = `http://127.0.0.1:${port}/api/accountActivity?address=${holder.address}`
    const answer = await fetch(address).catch(() => null)
    if (answer?.status !== 200) return null
    const { data } = (await answer.json()) as { data: { list: { kind: string; amount: string }[] } }
    return data.list.length > 0 && data.list
  })
  expect(shown).toMatchObject([{ kind: 'stake', pool: 'aaa', token: 'AAA', amount: String(weight) }])
}, 60_000)

it('17. to 19. opens: verify finds nothing wrong, anybody can watch, and every budget has its end', async () => {
  expect((await operator(['verify'])).at(-1)).toContain('0 wrong, 0 not checked')
  const watched = await operator(['watch', '--once', '--from', String(deployment.deployBlock)])
  expect(watched.join('\n')).toMatch(/: pool btc gets 2 BTCB from 0x/)
  const budgets = await operator(['pools'])
  expect(budgets.join('\n')).toMatch(/^ *btc /m)
}, 60_000)
