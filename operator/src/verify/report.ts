/** The chain's answers, in plain words, to the questions that a holder asks before trusting a deployment with money. */
import { getAddress, zeroAddress } from 'viem'
import { TOKEN_SYMBOLS } from '@galx/protocol/products'
import { KNOWN_CHAINS, publicNetworkOf } from '../networks/knownChains.ts'
import { ownNames } from './code.ts'
import type { Section } from './findings.ts'
import type { PendingOperation } from './operations.ts'
import type { Place } from './place.ts'
import { proposerLine, type Power } from './power.ts'
import { poolRunway, programRunway, vaultRunway } from './runway.ts'
import { nameOf, type PoolOnChain, type ProgramOnChain, type VaultOnChain } from './state.ts'
import type { SupplyOnChain } from './supply.ts'
import { amountText, dateText, durationText, shareText, tierText } from './text.ts'
import type { TimelockState } from './timelockRoles.ts'
import type { Names } from './words.ts'

/** A value is undefined if its read failed. The faults then list the failed read. */
export type Gathered = {
  timelock: TimelockState | undefined
  operations: readonly PendingOperation[] | undefined
  power: Power | undefined
  supply: SupplyOnChain | undefined
  pools: readonly PoolOnChain[] | undefined
  programs: readonly ProgramOnChain[] | undefined
  vault: VaultOnChain | undefined
}

const UNKNOWN = 'unknown: the read failed'

export function reportSections(place: Place, names: Names, gathered: Gathered): Section[] {
  const { timelock, operations, power, supply, pools, programs, vault } = gathered
  return [
    { title: 'Chain', lines: chainLines(place) },
    { title: 'Announced by the timelock', lines: operations ? operationLines(operations) : [UNKNOWN] },
    { title: 'Timelock', lines: timelock ? timelockLines(timelock, power, names) : [UNKNOWN] },
    { title: 'Other roles', lines: power && supply ? roleLines(power, supply, names) : [UNKNOWN] },
    { title: 'Tokens', lines: supply ? tokenLines(supply, names) : [UNKNOWN] },
    { title: 'Pauses', lines: pools && vault && power ? pauseLines(pools, vault, power) : [UNKNOWN] },
    { title: 'Pools', lines: pools ? pools.flatMap((pool) => poolLines(place, pool, names)) : [UNKNOWN] },
    {
      title: 'Bonus programs',
      lines: programs ? programs.map((program) => programLine(program, names)) : [UNKNOWN],
    },
    {
      title: 'Vault',
      lines: vault
        ? [
            `holds ${amountText(vault.state.assets, 'GALX')} for its shares`,
            `rewards: ${vaultRunway(vault, place.block.timestamp)}`,
          ]
        : [UNKNOWN],
    },
  ]
}

function chainLines({ block, deployment }: Place): string[] {
  const known = publicNetworkOf(deployment)
  const foreign = TOKEN_SYMBOLS.filter((symbol) => !deployment.tokens[symbol].constructorArguments)
  return [
    `id ${deployment.chainId}, ${known ? KNOWN_CHAINS[known].name : 'not a public chain known to this program'}`,
    `read at block ${block.number}, ${dateText(block.timestamp)}`,
    `contracts of the published build: ${ownNames(deployment).join(', ')}`,
    ...(foreign.length > 0 ? [`third-party tokens: ${foreign.join(', ')}`] : []),
  ]
}

function operationLines(operations: readonly PendingOperation[]): string[] {
  if (operations.length === 0) return ['nothing']
  return operations.flatMap(({ id, from, calls }) => [
    `operation ${id}, from ${dateText(from)} on, will`,
    ...calls.map((call) => `  ${call}`),
  ])
}

function timelockLines({ delay, holders }: TimelockState, power: Power | undefined, names: Names): string[] {
  const list = (addresses: readonly string[]) =>
    addresses.map((address) => (address === zeroAddress ? 'anyone' : names.label(address))).join(', ') ||
    'nobody'
  return [
    `announces every change ${delay === undefined ? 'an unknown time' : durationText(delay)} in advance`,
    ...(power?.proposers.map((proposer) => `proposer ${proposerLine(proposer)}`) ?? []),
    `may cancel: ${list(holders.canceller)}`,
    `may execute: ${list(holders.executor)}`,
    `may change these roles: ${list(holders.administrator)}`,
  ]
}

function roleLines(power: Power, { aaa, capped }: SupplyOnChain, names: Names): string[] {
  const { owners, guardians, signer, coSigner, publisher } = power
  const label = (address: string) => (address === zeroAddress ? 'nobody' : names.label(address))
  return [
    ...owners.map(({ name, owner, nextOwner }) => {
      const next = nextOwner === zeroAddress ? '' : `, offered to ${label(nextOwner)}`
      return `${name}: owner ${label(owner)}${next}`
    }),
    ...guardians.map(({ name, guardian }) => `${name}: guardian ${label(guardian)}`),
    `bonus vouchers: signer ${signer === zeroAddress ? 'nobody' : getAddress(signer)}`,
    `bonus vouchers: co-signer ${coSigner === zeroAddress ? 'nobody' : getAddress(coSigner)} (a voucher needs both signatures)`,
    `epochs: publisher ${publisher === zeroAddress ? 'nobody' : getAddress(publisher)}`,
    ...capped.map(({ symbol, minter }) => `${symbol}: minter ${label(minter)}`),
    `AAA: no minter; only ${label(aaa.cfo)} may lower the fee`,
  ]
}

function tokenLines({ aaa, capped }: SupplyOnChain, names: Names): string[] {
  return [
    ...capped.map(
      ({ symbol, minted, cap }) =>
        `${symbol}: ${amountText(minted, symbol)} minted, never more than ${amountText(cap, symbol)}`,
    ),
    `AAA: ${amountText(aaa.supply, 'AAA')} minted, never more`,
    `AAA: each trade pays a fee of ${shareText(aaa.feeRate)} to ${names.label(aaa.feeRecipient)}; the fee can only fall`,
  ]
}

function pauseLines(pools: readonly PoolOnChain[], vault: VaultOnChain, power: Power): string[] {
  const lines = pools
    .filter(({ state }) => state.stakingPausedUntil > 0n)
    .map((pool) => `new stakes of ${nameOf('pool', pool)} until ${dateText(pool.state.stakingPausedUntil)}`)
  const { depositsPausedUntil } = vault.state
  if (depositsPausedUntil > 0n) lines.push(`new deposits of ZnVault until ${dateText(depositsPausedUntil)}`)
  const { claimsPausedUntil } = power
  if (claimsPausedUntil > 0n) lines.push(`claims of bonus vouchers until ${dateText(claimsPausedUntil)}`)
  return lines.length > 0 ? lines : ['none']
}

function poolLines({ block }: Place, pool: PoolOnChain, names: Names): string[] {
  const { terms, state } = pool
  const reward = names.symbol(terms.rewardToken)
  const stake = names.symbol(terms.stakeToken)
  const pair = terms.pairToken === zeroAddress ? '' : ` with ${names.symbol(terms.pairToken)}`
  const boost = terms.boostSource === zeroAddress ? '' : `, boosted by ${names.label(terms.boostSource)}`
  return [
    `${nameOf('pool', pool)}: ${stake}${pair} earns ${reward}${boost}; total weight ${amountText(state.totalWeight, stake)}`,
    `  ${poolRunway(pool, reward, block.timestamp)}`,
    ...terms.tiers.map((tier, number) => `  tier ${number}: ${tierText(tier)}`),
  ]
}

function programLine(program: ProgramOnChain, names: Names): string {
  return `${nameOf('program', program)}: ${programRunway(program, names.symbol(program.terms.token))}`
}
