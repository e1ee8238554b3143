import { zeroAddress } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { tableLines } from './table.ts'
import { contractAddress, type Place } from '@galx/operator/verify/place'
import { ROLE_IDS } from '@galx/operator/verify/operations'
import {
  readPools,
  readPrograms,
  readVault,
  type PoolOnChain,
  type ProgramOnChain,
  type VaultOnChain,
} from '@galx/operator/verify/state'
import { amountText, dateText, durationText, tierText } from '@galx/operator/verify/text'
import { namesOf, type Names } from '@galx/operator/verify/words'
import { PLACE_HELP, PLACE_OPTIONS, readOptions, type Command } from './command.ts'
import { openDeployment } from './connection.ts'

const DAY = 86_400n

export const poolsCommand: Command = {
  summary: 'show every pool, program and the vault as the chain has them now',
  help: `npm run operator -- pools --rpc URL --deployment FILE [--json]

Reads from the chain, at one block: the rate of each pool, bonus program and the vault, the end of its budget,
the weight that shares it, the pauses, and the terms of every tier with the cost of an early exit.

${PLACE_HELP}
  --json              the same as JSON: amounts in wei and times in unix seconds, as decimal strings

runway is the time until the budget's end if nobody funds it. A stream without stakes stands still.

Exit code 0: everything was read. 1: it could not be read. 2: the call was wrong.`,
  async run(parameters, environment, say) {
    const options = readOptions(parameters, { ...PLACE_OPTIONS, json: { type: 'boolean', default: false } })
    const { place, deployment } = await openDeployment(options, environment)
    const contract = {
      address: contractAddress(deployment, 'RewardVouchers'),
      abi: rewardVouchersAbi,
    } as const
    const [pools, programs, vault, claimsPausedUntil] = await Promise.all([
      readPools(place),
      readPrograms(place),
      readVault(place),
      place.read({ ...contract, functionName: 'pausedUntil' }),
    ])
    if (options.json) {
      const { number, timestamp } = place.block
      say(JSON.stringify({ block: number, timestamp, pools, programs, vault, claimsPausedUntil }, plain, 1))
      return 0
    }
    const names = namesOf(deployment, ROLE_IDS)
    say(`${deployment.network}, block ${place.block.number} of ${dateText(place.block.timestamp)}`)
    say('')
    for (const line of poolTable(place, pools, names)) say(line)
    say('')
    for (const line of tierLines(pools)) say(line)
    say('')
    for (const line of programTable(place, programs, names, claimsPausedUntil)) say(line)
    say('')
    for (const line of vaultTable(place, vault)) say(line)
    return 0
  },
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function keyName({ id, key }: { id: bigint; key?: string | undefined }): string {
  return key ?? `number ${id >> 160n}`
}

/** @returns the time left until `end`; to the hour if it is more than a day */
function runwayText(end: bigint, now: bigint): string {
  if (end <= now) return 'none'
  const left = end - now
  return durationText(left >= DAY ? left - (left % 3_600n) : left)
}

function pauseText(until: bigint): string {
  return until === 0n ? 'no' : `until ${dateText(until)}`
}

function poolTable({ block }: Place, pools: readonly PoolOnChain[], names: Names): string[] {
  const now = block.timestamp
  return tableLines(
    [
      { title: 'pool' },
      { title: 'stakes' },
      { title: 'pays a day', right: true },
      { title: 'until' },
      { title: 'runway' },
      { title: 'still to stream', right: true },
      { title: 'weight in all', right: true },
      { title: 'boosted' },
      { title: 'paused' },
    ],
    pools.map((pool) => {
      const { terms, state } = pool
      const reward = names.symbol(terms.rewardToken)
      const stake = names.symbol(terms.stakeToken)
      const pair = terms.pairToken === zeroAddress ? '' : ` + ${names.symbol(terms.pairToken)}`
      const runs = state.rewardEnd > now && state.rewardRate > 0n
      const left = runs ? state.rewardRate * (state.rewardEnd - now) : 0n
      return [
        keyName(pool),
        `${stake}${pair}`,
        amountText(runs ? state.rewardRate * DAY : 0n, reward),
        runs ? dateText(state.rewardEnd) : 'ended',
        runs
          ? `${runwayText(state.rewardEnd, now)}${state.totalWeight === 0n ? ', stands still' : ''}`
          : 'none',
        amountText(left + state.undistributed, reward),
        amountText(state.totalWeight, stake),
        terms.boostSource === zeroAddress ? 'no' : 'yes',
        pauseText(state.stakingPausedUntil),
      ]
    }),
  )
}

function tierLines(pools: readonly PoolOnChain[]): string[] {
  return tableLines(
    [{ title: 'pool' }, { title: 'tier', right: true }, { title: 'terms' }],
    pools.flatMap((pool) =>
      pool.terms.tiers.map((tier, number) => [keyName(pool), String(number), tierText(tier)]),
    ),
  )
}

function programTable(
  { block }: Place,
  programs: readonly ProgramOnChain[],
  names: Names,
  claimsPausedUntil: bigint,
): string[] {
  return tableLines(
    [
      { title: 'program' },
      { title: 'at most an epoch', right: true },
      { title: 'until' },
      { title: 'runway' },
      { title: 'funded', right: true },
      { title: 'vested', right: true },
      { title: 'claimed', right: true },
      { title: 'claims paused' },
    ],
    programs.map((program) => {
      const { terms } = program
      const symbol = names.symbol(terms.token)
      return [
        keyName(program),
        amountText(terms.budgetPerEpoch, symbol),
        terms.fundedUntil === 0n ? 'ended' : dateText(terms.fundedUntil),
        runwayText(terms.fundedUntil, block.timestamp),
        amountText(terms.funded, symbol),
        amountText(terms.vested, symbol),
        amountText(terms.paid, symbol),
        pauseText(claimsPausedUntil),
      ]
    }),
  )
}

function vaultTable({ block }: Place, { state, shares, minimumShares }: VaultOnChain): string[] {
  const now = block.timestamp
  const runs = state.rewardEnd > now && state.rewardRate > 0n
  return tableLines(
    [
      { title: 'vault' },
      { title: 'vests a day', right: true },
      { title: 'until' },
      { title: 'runway' },
      { title: 'holds for its shares', right: true },
      { title: 'paused' },
    ],
    [
      [
        'zn',
        amountText(runs ? state.rewardRate * DAY : 0n, 'GALX'),
        runs ? dateText(state.rewardEnd) : 'ended',
        runs
          ? `${runwayText(state.rewardEnd, now)}${shares < minimumShares ? ', stands still' : ''}`
          : 'none',
        amountText(state.assets, 'GALX'),
        pauseText(state.depositsPausedUntil),
      ],
    ],
  )
}
