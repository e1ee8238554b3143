// A lie about any figure of a page is noticed, whichever of the two nodes lies; two honest nodes cause no notice.
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { HexString } from '@galx/protocol/webConfig'
import { encodeFunctionData, erc20Abi, hexToBigInt, numberToHex, parseAbi, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bonusProgram, drawnBonuses } from '../../src/bonuses/bonusReads.ts'
import { multicall3Abi } from '../../src/core/chain/abis.ts'
import type { ChainRead } from '../../src/core/chain/chainRead.ts'
import { initialChainState, useChainStore } from '../../src/core/chain/chainStore.ts'
import { useComparison } from '../../src/core/chain/comparing/comparison.ts'
import { figureWords } from '../../src/core/chain/comparing/figureWords.ts'
import { comparingTexts } from '../../src/core/chain/comparing/texts.ts'
import { aaaFee } from '../../src/core/chain/aaaFee.ts'
import { poolCover } from '../../src/core/chain/cover.ts'
import { giftsInPools } from '../../src/core/chain/giftReads.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { chooseNode } from '../../src/core/chain/nodeChoice.ts'
import { pairReserves } from '../../src/core/chain/pairs.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import { accountsInPools, balancesOf, poolStates, positionsInPools } from '../../src/core/chain/reads.ts'
import { refreshChain } from '../../src/core/chain/refresh.ts'
import { vaultShares, vaultState } from '../../src/core/chain/vaultReads.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { readAllowances } from '../../src/core/transactions/needs.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { allowances, codes, safety } from '../../src/pages/safe/reads.ts'
import { createTimesReader } from '../../src/core/chain/announced.ts'
import { heldPasses, passTerms } from '../../src/passes/passReads.ts'
import { levelTable, ownLevel } from '../../src/staking/levels/levelReads.ts'
import { exchangeRead } from '../../src/swap/exchangeRead.ts'
import { startLyingNode, type Lie, type LyingNode } from './lyingNode.ts'
import { startDeployed, type Deployed } from './startDeployed.ts'

vi.mock('../../src/core/chain/comparing/secondNode.ts', async (original) => ({
  ...(await original<object>()),
  INTERVAL: 0,
  CHANCE: 0,
  SETTLE: 0,
}))
vi.mock('../../src/core/state/whenIdle.ts', () => ({ whenIdle: (work: () => void) => work() }))

const ACCOUNT: HexString = `0x${'a1'.repeat(20)}`
let product: Deployed
let site: LyingNode
let wallet: LyingNode
const ends: (() => void)[] = []

beforeAll(async () => {
  product = await startDeployed()
  site = await startLyingNode(product.config.rpcUrl)
  wallet = await startLyingNode(product.config.rpcUrl)
  const { tokens, contracts, pools } = product.config
  const approve = (spender: HexString) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, parseEther('700')] })
  for (const token of ['GALX', 'MCM'] as const) {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [ACCOUNT, parseEther('1000')],
    })
    await product.send(contracts.DemoFaucet!, tokens[token].address, data)
    await product.send(ACCOUNT, tokens[token].address, approve(contracts.StakingPools))
  }
  const none: HexString = `0x${'0'.repeat(40)}`
  for (const pool of ['galx', 'galxMcm'] as const)
    await product.send(
      ACCOUNT,
      contracts.StakingPools,
      encodeFunctionData({
        abi: stakingPoolsAbi,
        functionName: 'stake',
        args: [BigInt(pools[pool]!.id), parseEther('100'), 0n, none],
      }),
    )
}, 300_000)
afterAll(async () => {
  site.stop()
  wallet.stop()
  await product.stop()
})
beforeEach(() => {
  const config = { ...product.config, rpcUrl: site.url }
  useConfigStore.setState({ state: { status: 'ready', config } })
  useChainStore.setState(initialChainState, true)
  chooseNode({ chosen: 'site', own: '' })
  useWalletStore.setState({
    connected: { id: 'tokenpocket', name: 'test', icon: null, provider: { request: askWallet } },
  })
  useAppStore.setState({ ...initialAppState(), address: ACCOUNT, connection: 'connected' }, true)
  ends.push(startPoller(config))
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  for (const node of [site, wallet]) {
    node.honest()
    node.requests.length = 0
  }
})

async function askWallet({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
  const response = await fetch(wallet.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: object }
  if (error) throw Object.assign(new Error(), error)
  return result
}

const OF_ACCOUNT = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function nonces(address) view returns (uint256)',
])
const POOLS = ['galx', 'galxMcm', 'btc', 'mcf', 'mcm', 'aaa'] as const
const times: ChainRead<unknown> = {
  key: 'pool/timelock',
  ofAccount: false,
  load: () => Promise.resolve(createTimesReader([`0x${'7'.repeat(64)}`])),
}

/** The chain reads of each page. */
const PAGES: Record<string, readonly ChainRead<unknown>[]> = {
  galx: [
    poolStates(['galx', 'galxMcm']),
    accountsInPools(['galx', 'galxMcm']),
    positionsInPools(['galx', 'galxMcm']),
    giftsInPools(['galx', 'galxMcm']),
    balancesOf(['GALX', 'MCM']),
    [poolCover, bonusProgram('galx'), drawnBonuses, aaaFee],
  ].flatMap((reads): ChainRead<unknown>[] => Object.values(reads)),
  earn: [
    poolStates(POOLS),
    accountsInPools(POOLS),
    positionsInPools(POOLS),
    [vaultState, vaultShares, heldPasses, passTerms, drawnBonuses, pairReserves, bonusProgram('node')],
    [aaaFee],
  ].flatMap((reads): ChainRead<unknown>[] => Object.values(reads)),
  safe: [safety, allowances, times],
  levels: [levelTable, ownLevel],
  index: [exchangeRead, ...Object.values(balancesOf(['native', 'AAA', 'GALX', 'MCM', 'USDT']))],
}

function show(reads: readonly ChainRead<unknown>[]): void {
  for (const read of reads) ends.push(mountRead(read, 3_000))
}

function compared() {
  return useComparison.getState()
}

/** Polls until the comparison has the expected result. */
async function until(isFound: () => boolean): Promise<void> {
  for (let polls = 0; polls < 12; polls += 1) {
    const { done, obstacle } = compared()
    await refreshChain()
    await vi
      .waitFor(() => expect([compared().done, compared().obstacle]).not.toEqual([done, obstacle]), {
        timeout: 400,
        interval: 5,
      })
      .catch(() => {})
    if (isFound()) return
  }
  throw new Error(`not found: ${String(isFound)} in ${JSON.stringify(compared(), text)}`)
}
function text(_: string, value: unknown) {
  return typeof value === 'bigint' ? String(value) : value
}

/** Every answered call of a page, with the number of words in the answer. */
async function callsOf(page: string): Promise<{ target: HexString; callData: HexString; words: number }[]> {
  const found = new Map<string, { target: HexString; callData: HexString; words: number }>()
  site.lie = (call, { success, returnData }) => {
    if (success && !isIdentity(call.target))
      found.set(call.target + call.callData, { ...call, words: (returnData.length - 2) / 64 })
    return undefined
  }
  show(PAGES[page]!)
  await until(() => compared().done !== null)
  site.honest()
  return [...found.values()]
}
function isIdentity(target: HexString) {
  return target === product.config.contracts.Multicall3
}

/** Changes one word of each told call's answer by one. The other words stay. */
function raise(told: readonly Told[]): Lie {
  return ({ target, callData }, answer) => {
    const wanted = told.find(({ call }) => call.target === target && call.callData === callData)
    if (wanted === undefined) return undefined
    const at = 2 + 64 * wanted.word
    const value = hexToBigInt(`0x${answer.returnData.slice(at, at + 64)}`)
    const other = numberToHex(value ^ 1n, { size: 32 }).slice(2)
    return {
      ...answer,
      returnData: `0x${answer.returnData.slice(2, at)}${other}${answer.returnData.slice(at + 64)}`,
    }
  }
}

type Call = Awaited<ReturnType<typeof callsOf>>[number]

type Told = { call: Call; word: number }

/**
 * The lies: the node, the call, and the false word of its answer. Of each function's first call, every word: by both nodes at night (THOROUGH=1), by
 * the two nodes in turn by day. Of each further call of the function, one word, by the two nodes in turn. At night each lie is told alone. By day one
 * node tells its lies about the words of one number together, unless `alone`.
 */
function liesOf(calls: readonly Call[], alone = false): [LyingNode, Told[]][] {
  const isNight = process.env.THOROUGH === '1'
  const known = new Set<string>()
  const lies = calls.flatMap((call, index) => {
    const selector = call.callData.slice(0, 10)
    const isFirst = !known.has(selector)
    known.add(selector)
    const words = isFirst ? Array.from({ length: call.words }, (_, word) => word) : [index % call.words]
    return words.flatMap((word) => {
      const liars = isFirst && isNight ? [site, wallet] : [(index + word) % 2 === 0 ? site : wallet]
      return liars.map((liar) => ({ liar, call, word }))
    })
  })
  const together = new Map<string, [LyingNode, Told[]]>()
  for (const [index, { liar, ...told }] of lies.entries()) {
    const key = isNight || alone ? String(index) : `${liar.url} ${told.word}`
    const group = together.get(key) ?? [liar, []]
    group[1].push(told)
    together.set(key, group)
  }
  return [...together.values()]
}

describe.each(Object.keys(PAGES))('of /%s', (page) => {
  it('every figure that either node lies about is noticed, and named with both values', async () => {
    const calls = await callsOf(page)
    expect(calls.length).toBeGreaterThan(5)
    const config = product.config
    for (const [liar, told] of liesOf(calls, page === 'levels')) {
      const keys = told.map(({ call }) => `${call.target}/${call.callData}`).sort()
      liar.lie = raise(told)
      // The reader of levels remembers prices, and asks for each part after the part before. A choice of nodes makes the reader ask again.
      if (page === 'levels') chooseNode({ chosen: 'site', own: '' })
      await until(() => Object.keys(compared().differences).sort().join() === keys.join())
      expect(useChainStore.getState()).toMatchObject({ differs: true, connection: 'up' })
      for (const difference of Object.values(compared().differences)) {
        expect(difference).toMatchObject({ first: 'site', second: 'wallet' })
        expect(difference.figures.length).toBeGreaterThan(0)
        for (const figure of difference.figures) {
          const words = figureWords(figure, config, ACCOUNT, comparingTexts.current())
          expect(words.first).not.toBe(words.second)
        }
      }
      liar.honest()
    }
    if (page === 'levels') chooseNode({ chosen: 'site', own: '' })
    await until(() => compared().done !== null && Object.keys(compared().differences).length === 0)
    expect(useChainStore.getState().differs).toBe(false)
  }, 600_000)
})

it('shows no difference for two honest nodes, and the number of compared answers', async () => {
  show(PAGES.galx!)
  await until(() => compared().done !== null && compared().shown.compared === compared().shown.answers)
  expect(compared()).toMatchObject({ first: 'site', second: 'wallet', obstacle: null, differences: {} })
  const { done } = compared()
  const parent = await product.rpc<{ hash: string }>(
    'eth_getBlockByNumber',
    numberToHex(done!.block - 1n),
    false,
  )
  expect(done!.parentHash).toBe(parent.hash)
})

it.each(['balanceOf', 'allowance', 'nonces'] as const)(
  'notices a lie about %s in the facts that are read before anything is signed',
  async (functionName) => {
    const { contracts, tokens } = product.config
    const callData =
      functionName === 'allowance'
        ? encodeFunctionData({ abi: erc20Abi, functionName, args: [ACCOUNT, contracts.StakingPools] })
        : encodeFunctionData({ abi: OF_ACCOUNT, functionName, args: [ACCOUNT] })
    site.lie = (call, answer) =>
      call.target === tokens.GALX.address && call.callData === callData
        ? { ...answer, returnData: numberToHex(12_345n, { size: 32 }) }
        : undefined
    await readAllowances(ACCOUNT, [{ token: 'GALX', amount: 1n }], contracts.StakingPools, product.config)
    await until(() => `${tokens.GALX.address}/${callData}` in compared().differences)
  },
)

it.each(['site', 'wallet'] as const)(
  'notices a contract’s code that differs on the %s’s node',
  async (name) => {
    const { Timelock } = product.config.contracts
    const other = '0x60016002'
    const liar = name === 'site' ? site : wallet
    liar.answer = ({ method, params }) => {
      if (method === 'eth_getCode' && params[0] === Timelock) return { result: other }
      const { to } = Object(params[0]) as { to?: string }
      return method === 'eth_call' && to === undefined ? { result: `0x${'0'.repeat(64)}` } : undefined
    }
    show([safety, codes])
    await until(() => Object.keys(compared().differences).length > 0)
    const [difference] = Object.values(compared().differences)
    expect(difference!.figures[0]!.call.functionName).toBe('code')
    if (name === 'site') expect(difference!.figures.map(({ path }) => path)).toEqual([['Timelock']])
  },
)

it('finds the code of all contracts equal if both nodes are honest', async () => {
  show([safety, codes])
  await until(() => compared().codes !== null)
  expect(compared().differences).toEqual({})
})

it.each([
  ['behind', { error: { code: -32_000, message: 'header not found' } }],
  ['pruned', { error: { code: -32_000, message: 'missing trie node 5f1c (path ) state is not available' } }],
  ['noAnswer', { error: { code: -32_005, message: 'limit exceeded' } }],
  ['behind', { result: '0x' }],
])(
  'names a second node that cannot compare (%s), reports no difference, and blocks nothing',
  async (kind, answer) => {
    wallet.answer = ({ method }) => (method === 'eth_call' ? answer : undefined)
    show(PAGES.galx!)
    await until(() => compared().obstacle?.kind === kind)
    expect(compared()).toMatchObject({ done: null, differences: {}, shown: { compared: 0 } })
    expect(useChainStore.getState()).toMatchObject({ differs: false, connection: 'up' })
  },
)

it.each(['site', 'wallet'] as const)(
  'another block of the %s’s node is a difference only when it stays',
  async (name) => {
    const liar = name === 'site' ? site : wallet
    const hash = encodeFunctionData({ abi: multicall3Abi, functionName: 'getLastBlockHash' })
    liar.lie = ({ callData }, answer) =>
      callData === hash ? { ...answer, returnData: `0x${'5'.repeat(64)}` } : undefined
    show(PAGES.galx!)
    await until(() => compared().obstacle?.kind === 'otherBlock')
    expect(compared().differences).toEqual({})
    await until(() => 'block' in compared().differences)
    liar.honest()
    await until(() => Object.keys(compared().differences).length === 0)
  },
)

it('notices a node that keeps newer blocks to itself, although its answers on old blocks are true', async () => {
  wallet.answer = ({ method, params }) =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest'
      ? { result: { number: '0xfffff', timestamp: numberToHex(Math.floor(Date.now() / 1_000) + 90_000) } }
      : undefined
  show(PAGES.galx!)
  await until(() => 'head' in compared().differences)
})

it('notices a node that gives its newest block a false number, so that the second node does not have the block', async () => {
  const number = encodeFunctionData({ abi: multicall3Abi, functionName: 'getBlockNumber' })
  site.lie = ({ callData }, answer) =>
    callData === number
      ? { ...answer, returnData: numberToHex(BigInt(answer.returnData) + 1_000n, { size: 32 }) }
      : undefined
  // The second node's newest block is a second younger, and has a lower number.
  wallet.answer = ({ method, params }) => {
    const { head } = useChainStore.getState()
    if (head === null || method !== 'eth_getBlockByNumber' || params[0] !== 'latest') return undefined
    return { result: { number: numberToHex(head.number - 900n), timestamp: numberToHex(head.timestamp + 1) } }
  }
  show(PAGES.galx!)
  await until(() => 'head' in compared().differences)
})

it('compares with the holder’s own node rather than the wallet’s, and reads from it if the holder chooses that', async () => {
  const own = await startLyingNode(product.config.rpcUrl)
  ends.push(own.stop)
  show(PAGES.galx!)
  chooseNode({ chosen: 'site', own: own.url })
  await until(() => compared().done !== null)
  expect(compared()).toMatchObject({ first: 'site', second: 'own' })
  chooseNode({ chosen: 'own', own: own.url })
  site.requests.length = 0
  await until(() => compared().done !== null)
  expect(compared()).toMatchObject({ first: 'own', second: 'wallet' })
  expect(site.requests).toEqual([])
})

it('drops an answer that the second node gives after the holder has left that node', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let asked = 0
  let answered = 0
  const request = async (call: { method: string; params?: unknown }) => {
    if (call.method !== 'eth_call') return askWallet(call)
    asked += 1
    await held
    const answer = await askWallet(call)
    answered += 1
    return answer
  }
  useWalletStore.setState({
    connected: { id: 'tokenpocket', name: 'slow', icon: null, provider: { request } },
  })
  show(PAGES.galx!)
  await vi.waitFor(async () => {
    await refreshChain()
    expect(asked).toBe(1)
  })
  useWalletStore.setState({ connected: null })
  chooseNode({ chosen: 'site', own: '' })
  release()
  await vi.waitFor(() => expect(answered).toBe(1))
  await refreshChain()
  expect(compared()).toMatchObject({ second: null, done: null, differences: {} })
})

it('compares nothing if only one node answers', async () => {
  useWalletStore.setState({ connected: null })
  show(PAGES.galx!)
  for (let polls = 0; polls < 3; polls += 1) await refreshChain()
  expect(compared()).toMatchObject({ second: null, done: null })
  expect(wallet.requests.length).toBe(0)
})
