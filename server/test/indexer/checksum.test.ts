/** Tables that differ from the contracts are noticed, whichever log a node omits, invents or changes, and whichever column is wrong. */
import pino from 'pino'
import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionResult,
  toEventSelector,
  toHex,
  type Hex,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aggregate3Abi } from '@galx/protocol/multicall3'
import { POOL_KEYS } from '@galx/protocol/products'
import { rpc } from '@galx/stack/chain/rpc'
import { Endpoints } from '../../src/chain/rpc/endpoints.ts'
import { jsonRpc } from '../../src/chain/rpc/jsonRpc.ts'
import { contractComparison } from '../../src/indexer/checksum/compareTables.ts'
import { sampleAccounts } from '../../src/indexer/checksum/sample.ts'
import { runChecksum } from '../../src/indexer/engine/checksum.ts'
import { unknownDistance } from '../../src/indexer/engine/distance.ts'
import { indexerMetrics } from '../../src/indexer/engine/metrics.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'
import { transactAtRandom } from '../support/chainWorld.ts'
import type { IndexerProcess } from '../support/indexerProcess.ts'
import { startIndexerScene, type IndexerScene } from '../support/indexerScene.ts'
import { startLyingNode, type Lie, type Log } from '../support/lyingNode.ts'
import { startRefusingNode, type Call } from '../support/refusingNode.ts'
import { chance, waitFor } from '../support/wait.ts'
import { NIGHTLY } from '../support/nightly.ts'

vi.setConfig({ testTimeout: 240_000 })

let scene: IndexerScene
let tip: number
const running: IndexerProcess[] = []
const nodes: { stop(): Promise<void> }[] = []
const quiet = pino({ level: 'silent' })

beforeAll(async () => {
  scene = await startIndexerScene(6)
  const dice = chance(7)
  for (let block = 0; block < 30; block += 1) await transactAtRandom(scene.world, dice, 6)
  tip = await scene.world.finalise()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexer) => indexer.kill()))
  await Promise.all(nodes.splice(0).map((node) => node.stop()))
})
afterAll(() => scene?.stop())

function start(...urls: string[]): IndexerProcess {
  const indexer = scene.start({ RPC_URL: urls.join(), CHECKSUM_SECONDS: '1' })
  running.push(indexer)
  return indexer
}

async function lying(lie: () => Lie) {
  const node = await startLyingNode(scene.world.rpcUrl, lie)
  nodes.push(node)
  return node
}

type Stored = { block: number; passed: number | null; differences: { figure: string }[] }

async function stored(): Promise<Stored | undefined> {
  const [row] = await scene.sql<Stored[]>`
    select block_number as block, passed_block as passed, differences from galx.checksum`
  return row
}

/** @param asks requests to nodes, by name @param options of each comparison */
function comparison(
  asks: Record<string, string>,
  options: { thorough?: boolean; since?: number; random?: () => number } = {},
) {
  const endpoints = new Endpoints(
    Object.entries(asks).map(([name, url]) => ({ name, ask: jsonRpc(url, 10_000) })),
    scene.world.deployment.genesisHash,
  )
  const dice = chance(1)
  const { thorough = true, since = null, random = () => dice.next() } = options
  const compare = contractComparison(endpoints, scene.world.deployment, quiet, random)
  return () => compare(scene.sql, { thorough, also: [], since, signal: new AbortController().signal })
}

/** Options for a comparison that draws only the first accounts, and finds no changed accounts. */
async function drawingNobody(): Promise<{ since: number; random: () => number }> {
  const [cursor] = await scene.sql<{ number: number }[]>`select number from galx.cursor`
  return { since: cursor!.number, random: () => 0 }
}

describe('of tables that an honest node filled', () => {
  beforeAll(async () => {
    const indexer = start(scene.world.rpcUrl)
    await scene.reaches(tip)
    await indexer.saw('to compare', (output) => output.includes('the tables equal the contracts'))
    await Promise.all(running.splice(0).map((indexer) => indexer.stop()))
  })

  test('no figure differs, at the cost of one POST with three calls', async () => {
    const node = await lying(() => ({}))
    const compare = comparison({ only: node.url })
    expect((await compare())!.differences).toEqual([])
    node.asked.clear()
    expect((await compare())!.differences).toEqual([])
    expect(Object.fromEntries(node.asked)).toEqual({ eth_getBlockByNumber: 2, eth_call: 1 })
  })

  /** The number of views in the POST's call of Multicall3. */
  const viewsOf = (calls: readonly Call[]) => {
    const call = calls.find(({ method }) => method === 'eth_call')
    if (call === undefined) return 0
    const { data } = call.params[0] as { data: Hex }
    return decodeFunctionData({ abi: aggregate3Abi, data }).args[0].length
  }

  test.each([
    { code: -32_603, message: 'Internal error' },
    { code: -32_000, message: 'out of gas' },
    { code: -32_000, message: 'execution aborted (timeout = 5s)' },
  ])('a node that refuses many views in one call is asked for fewer: %o', async (refusal) => {
    const node = await startRefusingNode(scene.world.rpcUrl, (calls) =>
      viewsOf(calls) > 60 ? refusal : null,
    )
    try {
      expect((await comparison({ only: node.url })())!.differences).toEqual([])
      expect(node.posts.filter(({ isRefused }) => isRefused)).toHaveLength(1)
    } finally {
      node.stop()
    }
  })

  /** A change of the tables, and the figures that must be reported for it. */
  const WRONG: [string, string, RegExp][] = [
    [
      'a pool’s weight',
      'update galx.pool_accruals set total_weight = total_weight + 1000000000',
      /totalWeight$/,
    ],
    ['a pool’s rate', 'update galx.pool_accruals set reward_rate = reward_rate + 1', /\.rewardRate$/],
    [
      'the end of a pool’s stream',
      'update galx.pool_accruals set reward_end = reward_end + 1',
      /\.rewardEnd$/,
    ],
    ['the time of a pool’s last change', 'update galx.pool_accruals set at = at - 1', /\.lastUpdate$/],
    [
      'the reward per unit of weight',
      'update galx.pool_accruals set per_weight = per_weight + (2::numeric ^ 80)',
      /\.earned$/,
    ],
    [
      'the reward per unit of weight at a change',
      'update galx.weight_changes set per_weight = per_weight + (2::numeric ^ 80) where pool_id is not null',
      /\.earned$/,
    ],
    ['a pause', 'update galx.pools set staking_paused_until = 99999999999', /\.stakingPausedUntil$/],
    ['an account’s weight', 'update galx.pool_accounts set weight = weight + 1000000000', /\.weight$/],
    [
      'a position’s amount',
      'update galx.positions set amount = amount + 1 where closed_at is null',
      /\.amount$/,
    ],
    [
      'a position’s pair amount',
      'update galx.positions set pair_amount = pair_amount + 1 where closed_at is null',
      /\.pairAmount$/,
    ],
    ['a position’s tier', 'update galx.positions set tier = tier + 1 where closed_at is null', /\.tier$/],
    [
      'a position’s lock',
      'update galx.positions set unlock_at = unlock_at + 1 where closed_at is null',
      /\.unlockAt$/,
    ],
    [
      'a position’s number',
      'update galx.positions set position = position + 4294967296',
      /\.(positions|gifts)$/,
    ],
    [
      'a position marked as closed',
      'update galx.positions set amount = 0, pair_amount = 0, closed_at = 1 where closed_at is null',
      /\.amount$/,
    ],
    ['the vault’s assets', 'update galx.vault_hours set assets = assets + 1', /^totalAssets$/],
    ['the vault’s shares', 'update galx.vault_hours set shares = shares + 1', /^totalSupply$/],
    [
      'the vault’s rate',
      'update galx.vault_hours set reward_rate = reward_rate + 1, reward_end = at + 1000',
      /^rewardRate$/,
    ],
    ['an account’s shares', 'update galx.vault_accounts set shares = shares + 1', /^shares$/],
    ['a level', 'update galx.levels set level = case level when 1 then 2 else 1 end', /^level$/],
    [
      'the MCM burned for a level',
      "update galx.activity set amount = amount + 1 where contract = 'Levels'",
      /^burned$/,
    ],
    [
      'an epoch that was never published',
      `insert into galx.published_epochs (epoch, hash, block_number, published_at) values (5, '\\x${'ab'.repeat(32)}', 7, 1)`,
      /^epoch 5\.(hash|blockNumber)$/,
    ],
    [
      'a pass’s holder',
      'update galx.passes set holder_id = (select max(id) from galx.accounts where id <> holder_id) where holder_id is not null',
      /holder$/,
    ],
    [
      'a pass’s cool-down',
      'update galx.passes set unbonding_until = coalesce(unbonding_until, 0) + 1 where holder_id is not null',
      /unbondingUntil$/,
    ],
    ['a pass', 'update galx.passes set holder_id = null', /^totalSupply$/],
    [
      'the distributions of the fund',
      "update galx.fund_totals set amount = amount + 1 where kind = 'inflow'",
      /^balance$/,
    ],
    [
      'a program’s budget',
      'update galx.voucher_programs set budget_per_epoch = budget_per_epoch + 1',
      /\.budgetPerEpoch$/,
    ],
    [
      'a program’s funding',
      'update galx.voucher_programs set funded = funded + 1, unvested = unvested + 1',
      /\.funded$/,
    ],
    ['the vested amount', 'update galx.voucher_programs set unvested = unvested - 1', /\.vested$/],
    [
      'the drawn amount',
      'insert into galx.voucher_draws (account_id, program, drawn) select a.id, p.program, 1 from galx.pool_accounts w join galx.accounts a on a.id = w.account_id, galx.voucher_programs p on conflict do nothing',
      /\.(drawn|paid)$/,
    ],
    [
      'a weight that later logs have replaced',
      'update galx.weight_changes w set weight = weight + 1000000000 from galx.pools p where p.id = w.pool_id and p.boost_source is null and w.block_number = (select min(block_number) from galx.weight_changes o join galx.pools q on q.id = o.pool_id where q.boost_source is null)',
      /^change of weight in block/,
    ],
    ['a ruleset’s hash', `update galx.logged_rulesets set hash = '\\x${'ab'.repeat(32)}'`, /\.hash$/],
    [
      'a ruleset’s first epoch',
      'update galx.logged_rulesets set first_epoch = first_epoch + 1',
      /\.firstEpoch$/,
    ],
    [
      'an additional pool',
      'insert into galx.pools (pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at) select pool + 1, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at from galx.pools limit 1',
      /^pools$/,
    ],
  ]

  test.each(WRONG)('a wrong value is reported: %s', async (_what, statement, figure) => {
    const compare = comparison({ only: scene.world.rpcUrl })
    const tables = [
      'activity',
      'published_epochs',
      'pool_accruals',
      'weight_changes',
      'pools',
      'pool_accounts',
      'positions',
      'vault_hours',
      'vault_accounts',
      'levels',
      'passes',
      'fund_totals',
      'voucher_programs',
      'voucher_draws',
      'logged_rulesets',
    ]
    const table = tables.find((name) => new RegExp(`^(update|insert into) galx\\.${name} `).test(statement))!
    await scene.sql.unsafe(`create table public.kept as table galx.${table}`)
    try {
      const changed = await scene.sql.unsafe(statement)
      expect(changed.count).toBeGreaterThan(0)
      const { differences } = (await compare())!
      expect(differences.map((one) => one.figure).some((name) => figure.test(name))).toBe(true)
    } finally {
      await scene.sql.begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await sql.unsafe(`delete from galx.${table}`)
        await sql.unsafe(`insert into galx.${table} overriding system value table public.kept`)
        await sql.unsafe('drop table public.kept')
      })
    }
    expect((await compare())!.differences).toEqual([])
  })

  test('a restarted process reports when the tables last matched the contracts', async () => {
    const metrics = indexerMetrics()
    const stopping = new AbortController()
    const [row] = await scene.sql<{ at: number }[]>`select passed_at as at from galx.checksum`
    const kept = runChecksum({
      databaseUrl: scene.database.url,
      compare: () => Promise.reject(new Error('no block is near')),
      every: 180,
      distance: unknownDistance(),
      onDifference: () => {},
      log: quiet,
      metrics,
      signal: stopping.signal,
    })
    try {
      await waitFor('the time', async () => (await metrics.checksumPassed.get()).values[0]?.value === row!.at)
    } finally {
      stopping.abort()
      await kept
    }
  })

  test('each account that has changed since the last comparison is compared', async () => {
    const { sql } = scene
    const [middle] = await sql<{ block: number }[]>`
      select percentile_disc(0.5) within group (order by block_number) as block from galx.activity`
    const changed = await sql`
      select distinct address from galx.activity join galx.accounts on id = account_id
      where block_number > ${middle!.block} order by 1`
    expect(changed.length).toBeGreaterThan(1)
    const drawn = await sampleAccounts(sql, 0, middle!.block, Math.random)
    expect(drawn.map(({ address }) => address).toSorted()).toEqual(
      changed.map(({ address }) => address as string),
    )
  })

  test('each holding is compared, even if its account is not drawn: all accounts after a backfill, then every account that changed', async () => {
    const { sql } = scene
    await sql`
      insert into galx.accounts (address)
      select decode(repeat('ee', 18) || lpad(to_hex(number), 4, '0'), 'hex') from generate_series(1, 650) as number`
    const [last] = await sql<{ id: number; address: Hex }[]>`
      select id, address from galx.accounts order by id desc limit 1`
    await sql`insert into galx.vault_accounts (account_id, shares) values (${last!.id}, 1)`
    const found = [
      { contract: 'ZnVault', account: last!.address, figure: 'shares', expected: '1', found: '0' },
    ]
    try {
      const [node, nobody] = [await lying(() => ({})), await drawingNobody()]
      const all = comparison({ only: node.url }, nobody)
      expect((await all())!.differences).toEqual(found)
      // The next comparison looks at the same accounts again.
      node.asked.clear()
      expect((await all())!.differences).toEqual(found)
      expect(node.asked.get('eth_call')).toBe(1)
      // A transfer of shares changes a weight, but no history contains it.
      await sql`
        insert into galx.weight_changes (block_number, log_index, account_id, at, weight)
        select ${nobody.since}, 100000 + id, id, 0, 1 from galx.accounts where id > ${last!.id - 650}`
      const following = { ...nobody, since: nobody.since - 1, thorough: false }
      expect((await comparison({ only: node.url }, following)())!.differences).toEqual(found)
    } finally {
      await sql`delete from galx.weight_changes where account_id > ${last!.id - 650}`
      await sql`delete from galx.vault_accounts where account_id = ${last!.id}`
      await sql`delete from galx.accounts where id > ${last!.id - 650}`
    }
  })

  test('nodes that answer differently are distinguished: two nodes decide nothing, and of three nodes the majority decides', async () => {
    const url = scene.world.rpcUrl
    const liar = (await lying(() => ({ call: onePoolMore }))).url
    await expect(comparison({ honest: url, liar })()).rejects.toThrow(
      /honest and liar give different figures of the contracts/,
    )
    expect((await comparison({ liar, a: url, b: `${url}/` })())!.differences).toEqual([])
    expect((await comparison({ only: liar })())!.differences).toHaveLength(1)
    await expect(comparison({ honest: url, silent: 'http://127.0.0.1:9' })()).rejects.toThrow('two must')
  })

  test('an error says that an archive is needed if nodes no longer keep the state', async () => {
    const { timestamp } = await rpc<{ timestamp: Hex }>(
      scene.world.rpcUrl,
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    await rpc(scene.world.rpcUrl, 'evm_setNextBlockTimestamp', Number(timestamp) + 60)
    await scene.world.mine()
    await expect(comparison({ only: scene.world.rpcUrl })()).rejects.toThrow(
      /^only an archive node has the state/,
    )
    // For later tests the newest final block is recent again.
    await scene.world.finalise()
  })
})

/** The contracts' answer with one more pool. */
function onePoolMore(result: string): string {
  const call = { abi: aggregate3Abi, functionName: 'aggregate3' } as const
  const [block, count, ...others] = decodeFunctionResult({ ...call, data: result as Hex })
  // An answer about holdings stays unchanged.
  if (BigInt(count!.returnData) !== BigInt(POOL_KEYS.length)) return result
  const returnData = toHex(BigInt(count!.returnData) + 1n, { size: 32 })
  return encodeFunctionResult({ ...call, result: [block!, { ...count!, returnData }, ...others] })
}

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const NOBODY: Hex = `0x${'00'.repeat(32)}`

function logsOf(contract: 'StakingPools' | 'ZnVault' | 'NodePass'): Promise<Log[]> {
  const { deployBlock, contracts } = scene.world.deployment
  return rpc<Log[]>(scene.world.rpcUrl, 'eth_getLogs', {
    fromBlock: toHex(deployBlock),
    toBlock: 'latest',
    address: contracts[contract].address,
  })
}

/** The second word of `Staked`, the only event with six words, is the amount. */
function isStake({ data }: Log): boolean {
  return data.length === 2 + 6 * 64
}

function placeOf({ blockNumber, logIndex }: Log): string {
  return `${blockNumber} ${logIndex}`
}

function withMore(log: Log, word: number): Log {
  const [from, to] = [2 + word * 64, 2 + (word + 1) * 64]
  const value = BigInt(`0x${log.data.slice(from, to)}`) + 10n ** 18n
  return {
    ...log,
    data: `${log.data.slice(0, from)}${toHex(value, { size: 32 }).slice(2)}${log.data.slice(to)}`,
  }
}

function changed(logs: Log[], chosen: Log, word: number): Log[] {
  return logs.map((log) => (placeOf(log) === placeOf(chosen) ? withMore(log, word) : log))
}

/** The same stake again, as a position with another number, in the last log of the block. */
function invented(log: Log): Log {
  return { ...withMore(log, 0), logIndex: '0x7fff' }
}

/** The topic of an account that never staked. */
const OTHER_ACCOUNT: Hex = `0x${'00'.repeat(12)}${'5c'.repeat(20)}`

/** Gives the chosen stake to another account. Works for a transfer too, because its recipient is in the same topic. */
function ofAnother(logs: Log[], chosen: Log): Log[] {
  return logs.map((log) =>
    placeOf(log) === placeOf(chosen) ? { ...log, topics: log.topics.with(2, OTHER_ACCOUNT) } : log,
  )
}

/** The lies by name. Each function returns the node's logs with a lie about the chosen log. */
const LIES: Record<string, (logs: Log[], chosen: Log) => Log[]> = {
  'leaves a stake out': (logs, chosen) => logs.filter((log) => placeOf(log) !== placeOf(chosen)),
  'invents a stake': (logs, chosen) => {
    // Answers to requests about other contracts do not contain the stake.
    if (!logs.some((log) => placeOf(log) === placeOf(chosen))) return logs
    const last = logs.findLastIndex(({ blockNumber }) => blockNumber === chosen.blockNumber)
    return logs.toSpliced(last + 1, 0, invented(chosen))
  },
  'changes the amount of a stake': (logs, chosen) => changed(logs, chosen, 1),
  'changes the weight of a stake': (logs, chosen) => changed(logs, chosen, 4),
  'gives a stake to another account': ofAnother,
}

describe('of a node’s false answers', () => {
  let stakes: Log[]
  beforeAll(async () => {
    stakes = (await logsOf('StakingPools')).filter(isStake)
  })
  beforeEach(() => wipeChain(scene.database.url, SOURCE_TABLES))

  const places = [
    ['start', 0],
    ['middle', 0.5],
    ['end', 1],
  ] as const

  /** By night (THOROUGH=1) each lie is told at each place, by day each lie at one place. */
  const cases = places.flatMap(([name, place], row) =>
    Object.keys(LIES)
      .filter((_lie, column) => NIGHTLY || column % places.length === row)
      .map((lie) => [lie, name, place] as const),
  )

  test.each(cases)(
    'a lie of the only node (it %s at the %s) is noticed, and nothing may be signed',
    (lie, _name, place) => expectNoticed(LIES[lie]!, stakes[Math.round(place * (stakes.length - 1))]!),
  )

  test.each(['ZnVault', 'NodePass'] as const)(
    'a transfer of the %s that the only node gives to another account is noticed even if no account is drawn, and nothing may be signed',
    async (contract) => {
      const chosen = await lastingTransfer(contract)
      await expectNoticed(ofAnother, chosen)
      await Promise.all(running.splice(0).map((indexer) => indexer.stop()))
      const { differences } = (await comparison({ only: scene.world.rpcUrl }, await drawingNobody())())!
      const account = `0x${OTHER_ACCOUNT.slice(-40)}`
      expect(differences.map((one) => [one.figure, one.account ?? one.expected])).toContainEqual(
        contract === 'ZnVault' ? ['shares', account] : [`pass ${BigInt(chosen.topics[3]!)}.holder`, account],
      )
    },
  )

  async function expectNoticed(lie: (logs: Log[], chosen: Log) => Log[], chosen: Log): Promise<void> {
    const node = await lying(() => ({ logs: (logs) => lie(logs, chosen) }))
    const indexer = start(node.url)
    // A difference counts when it is found at two blocks. The node keeps the state of few blocks, and a busy machine reads them slowly.
    const look = async () => {
      const head = Number(await rpc<Hex>(scene.world.rpcUrl, 'eth_blockNumber'))
      if ((await scene.sql`select from galx.cursor where number >= ${head - 4}`).length > 0)
        await scene.world.mine()
      return (await noticed()) !== null
    }
    await waitFor('a comparison', look, 180_000, 1_000).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${indexer.output().slice(-2_000)}`)
    })
    expect(await mayBeSigned()).toBe(false)
  }

  /** A transfer whose recipient keeps the shares or the pass. Each comparison reads the first and the newest pass, so these are not chosen. */
  async function lastingTransfer(contract: 'ZnVault' | 'NodePass'): Promise<Log> {
    const logs = (await logsOf(contract)).filter(({ topics: [event] }) => event === TRANSFER)
    const isBetween = ({ topics: [, from, to] }: Log) => from !== NOBODY && to !== NOBODY && from !== to
    const isKept = ({ topics }: Log, place: number) =>
      logs.slice(place + 1).every(({ topics: [, from, , pass] }) => from !== topics[2] || pass !== topics[3])
    const passes = logs.flatMap(({ topics }) => (topics[3] === undefined ? [] : [BigInt(topics[3])]))
    const isDrawn = ({ topics: [, , , pass] }: Log) =>
      pass !== undefined && [1n, BigInt(new Set(passes).size)].includes(BigInt(pass))
    const chosen = logs.find((log, place) => isBetween(log) && isKept(log, place) && !isDrawn(log))
    if (chosen === undefined) throw new Error(`no transfer of the ${contract} lasts`)
    return chosen
  }

  test('one of two nodes omits a log, and answers for the contracts as if the log did not exist: nothing may be signed', async () => {
    const chosen = placeOf(stakes[0]!)
    const node = await lying(() => ({ logs: (logs) => logs.filter((log) => placeOf(log) !== chosen) }))
    const indexer = start(node.url, scene.world.rpcUrl)
    await indexer.saw(
      'to notice',
      (output) => output.includes('"disagreement"') || output.includes('"wrong"'),
    )
    expect(await mayBeSigned()).toBe(false)
  })

  /** The reason why nothing is signed: indexing has halted, or the tables differ from the contracts. */
  async function noticed(): Promise<string | null> {
    const [halt] = await scene.sql<{ reason: string }[]>`select reason from galx.indexer_halt`
    if (halt !== undefined) return halt.reason
    const found = await stored()
    return found !== undefined && found.differences.length > 0 ? found.differences[0]!.figure : null
  }

  async function mayBeSigned(): Promise<boolean> {
    return (await stored())?.passed !== undefined && (await stored())!.passed !== null
  }
})
