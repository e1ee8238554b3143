/**
 * The same logs give the same rows as long as no source's version is incremented: an indexer that continues with the tables of an earlier build relies on
 * this. `UPDATE_ROWS=1` writes the rows of a new version.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseAbi, zeroAddress, zeroHash, type Abi } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { ANN, BTC_POOL as POOL, EVE, GUS } from '../../../packages/protocol/test/rewards/story.ts'
import type { RawLog } from '../../src/chain/rpc/shapes.ts'
import { sourcesOf } from '../../src/indexer/sources.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'
import { encodeEvent, worldDeployment, worldRange } from '../support/rawWorldChain.ts'
import { dumpTables } from '../support/tables.ts'
import { story } from '../bonuses/tamperedStory.ts'

type Pinned = { versions: Record<string, number>; rows: Record<string, string> }

const FILE = new URL('rowsOfVersions.json', import.meta.url)

const deployment = worldDeployment(story)
const sources = sourcesOf(deployment)
const pairAbi = parseAbi([
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
])
const [SOME, OTHER] = [`0x${'5a'.repeat(32)}`, `0x${'5b'.repeat(32)}`]

function scheduled(id: string) {
  return { id, index: 0n, target: ANN, value: 1n, data: '0x1234', predecessor: zeroHash, delay: 60n }
}

/** Events that do not occur in the story, by the emitting contract. */
const FURTHER: [address: string, abi: Abi, event: string, args: Record<string, unknown>][] = [
  ...(
    [
      ['Funded', { pool: POOL, funder: ANN, amount: 9n, rewardRate: 3n, rewardEnd: 9_000_000n }],
      ['StreamUpdated', { pool: POOL, rewardRate: 2n, rewardEnd: 9_000_001n }],
      ['StakingPauseSet', { pool: POOL, until: 9_000_002n }],
      ['Claimed', { pool: POOL, account: ANN, amount: 4n }],
      ['Forfeited', { pool: POOL, account: ANN, amount: 5n }],
      [
        'Exited',
        { pool: POOL, account: ANN, position: 0n, amount: 90n, pairAmount: 0n, reward: 6n, weight: 0n },
      ],
    ] as const
  ).map(([event, args]) => at('StakingPools', stakingPoolsAbi, event, args)),
  at('ZnVault', znVaultAbi, 'Funded', { funder: ANN, amount: 9n, rewardRate: 3n, rewardEnd: 9_000_000n }),
  at('ZnVault', znVaultAbi, 'Transfer', { from: GUS, to: zeroAddress, value: 7n }),
  at('ZnVault', znVaultAbi, 'Withdraw', { sender: GUS, receiver: GUS, owner: GUS, assets: 8n, shares: 7n }),
  at('Levels', levelsAbi, 'LevelBought', { account: ANN, fromLevel: 0n, level: 2n, burned: 300n }),
  at('NodePass', nodePassAbi, 'PassRenamed', { id: 2n, name: '节点' }),
  at('NodePass', nodePassAbi, 'UnbondingCancelled', { id: 1n }),
  at('NodePass', nodePassAbi, 'Transfer', { from: EVE, to: zeroAddress, tokenId: 1n }),
  at('NodePass', nodePassAbi, 'Unbonded', { id: 1n, holder: EVE, bond: 11n }),
  [
    ...([deployment.tokens.AAA.address, aaaAbi as Abi, 'Transfer'] as const),
    { from: ANN, to: deployment.contracts.AaaFund.address, amount: 12n },
  ],
  at('AaaFund', aaaFundAbi, 'Distributed', { amount: 10n }),
  at('Timelock', timelockAbi, 'CallScheduled', scheduled(SOME)),
  at('Timelock', timelockAbi, 'CallSalt', { id: SOME, salt: OTHER }),
  at('Timelock', timelockAbi, 'CallExecuted', {
    id: SOME,
    index: 0n,
    target: ANN,
    value: 1n,
    data: '0x1234',
  }),
  at('Timelock', timelockAbi, 'CallScheduled', scheduled(OTHER)),
  at('Timelock', timelockAbi, 'Cancelled', { id: OTHER }),
  at('EpochLog', epochLogAbi, 'RulesetAdded', { index: 1n, hash: SOME, firstEpoch: 9_000n }),
  [deployment.pairs[0]!.address, pairAbi, 'Sync', { reserve0: 7n, reserve1: 21n }],
  [
    ...([deployment.pairs[0]!.address, pairAbi, 'Swap'] as const),
    { sender: ANN, amount0In: 2n, amount1In: 0n, amount0Out: 0n, amount1Out: 5n, to: ANN },
  ],
]
function at(
  contract: keyof typeof deployment.contracts,
  abi: unknown,
  event: string,
  args: Record<string, unknown>,
): (typeof FURTHER)[number] {
  return [deployment.contracts[contract]!.address, abi as Abi, event, args]
}

/** Tables that only some sources fill. Any source may fill the others. The history's rows name their contract. */
const FILLED_BY: Record<string, readonly string[]> = {
  pools: ['StakingPools'],
  positions: ['StakingPools'],
  fundings: ['StakingPools'],
  accruals: ['StakingPools'],
  shares: ['ZnVault'],
  vaultFlows: ['ZnVault'],
  vaultHours: ['ZnVault'],
  levels: ['Levels'],
  passes: ['NodePass'],
  passChanges: ['NodePass'],
  fundFlows: ['AAA to AaaFund', 'AaaFund'],
  fundTotals: ['AAA to AaaFund', 'AaaFund'],
  draws: ['RewardVouchers'],
  programs: ['RewardVouchers'],
  operations: ['Timelock'],
  rulesets: ['EpochLog'],
  pricePeriods: ['pair AAA/USDT'],
}
const HISTORY = 'activity of '
function fillersOf(name: string): readonly string[] {
  if (name.startsWith(HISTORY)) return [name.slice(HISTORY.length)]
  return FILLED_BY[name] ?? sources.map((source) => source.name)
}

const whole = worldRange(story)
const last = whole.end
const further = FURTHER.map(([address, abi, event, args], index): RawLog => ({
  blockNumber: last.number,
  blockHash: last.hash,
  transactionHash: last.hash,
  logIndex: whole.logs.length + index,
  ...encodeEvent(address, abi, event, args),
}))

let tables: BonusTables
beforeAll(async () => {
  tables = await startBonusTables()
  await tables.index({ ...story, further }, () => 100)
}, 120_000)
afterAll(() => tables?.stop())

async function digests(): Promise<Record<string, string>> {
  const { activity, ...others } = await dumpTables(tables.sql)
  const contracts = new Set(activity.map((row) => String(row.contract)))
  const history = [...contracts].map((contract) => [
    `${HISTORY}${contract}`,
    activity.filter((row) => row.contract === contract),
  ])
  const dumped = [...Object.entries(others), ...history] as [string, readonly unknown[]][]
  return Object.fromEntries(
    dumped.filter(([, rows]) => rows.length > 0).map(([name, rows]) => [name, digestOf(rows)]),
  )
}

it('each indexed event has an example here', () => {
  const seen = new Set([...whole.logs, ...further].map(({ address, topics }) => `${address} ${topics[0]}`))
  for (const { name, address, topics } of sources)
    for (const topic of topics) expect(seen, `an event of ${name}`).toContain(`${address} ${topic}`)
})

it('a source gives other rows for the same logs only with another decoder version', async () => {
  const versions = Object.fromEntries(sources.map(({ name, decoderVersion }) => [name, decoderVersion]))
  const rows = await digests()
  const pinned = JSON.parse(readFileSync(FILE, 'utf8')) as Pinned
  const isRaised = (name: string) => pinned.versions[name] !== versions[name]
  const differing = Object.keys({ ...pinned.rows, ...rows }).filter(
    (name) => pinned.rows[name] !== rows[name] && !fillersOf(name).some(isRaised),
  )
  expect(
    differing,
    'the rows differ from the rows of earlier versions: increment the decoderVersion of their source',
  ).toEqual([])
  if (process.env.UPDATE_ROWS === '1') writeFileSync(FILE, `${JSON.stringify({ versions, rows }, null, 2)}\n`)
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual({ versions, rows })
})

function digestOf(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
