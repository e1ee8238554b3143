/** The changes of a treasury's batch, in words: every balance, allowance, stream, budget and stake that it can touch, before and after. */
import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  formatEther,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { swapPairAbi } from '@galx/protocol/exchangeAbi'
import { TOKEN_SYMBOLS, type SwapSymbol } from '@galx/protocol/products'
import type { Outcome, RawCall } from '../chain/simulate.ts'
import { contractAddress, tokenAddress } from '../verify/place.ts'
import { amountText, dateText } from '../verify/text.ts'

/** One read of the chain, and the lines that its answer gives. */
export type Fact = { call: RawCall; lines(answer: Hex): Line[] }

type Line = readonly [what: string, value: string]

const DAY = 86_400n
const UNIT = 10n ** 18n

/** Everything that a treasury can change. @param safe the treasury */
export function treasuryFacts(deployment: Deployment, safe: Address): Fact[] {
  const [pools, vouchers, vault] = (['StakingPools', 'RewardVouchers', 'ZnVault'] as const).map((name) => ({
    name,
    address: contractAddress(deployment, name),
  }))
  const router = { name: 'SwapRouter', address: contractAddress(deployment, 'SwapRouter') }
  const tokenOf = (symbol: SwapSymbol) =>
    symbol === 'WBNB' ? deployment.contracts.WrappedNative.address : deployment.tokens[symbol].address
  const pairs = deployment.pairs.map(({ base, quote, address }) => ({
    base,
    quote,
    baseIsFirst: BigInt(tokenOf(base)) < BigInt(tokenOf(quote)),
    name: `the pair ${base}/${quote}`,
    address: address as Address,
  }))
  const holders = [
    { name: 'the Safe', address: safe },
    ...[pools!, vouchers!, vault!].map(({ name, address }) => ({ name, address })),
    { name: 'AaaFund', address: contractAddress(deployment, 'AaaFund') },
    ...pairs,
  ]
  return [
    ...TOKEN_SYMBOLS.flatMap((symbol) =>
      tokenFacts(deployment, symbol, safe, holders, [pools!, vouchers!, vault!, router]),
    ),
    ...Object.entries(deployment.pools).flatMap(([key, pool]) => poolFacts(pools!.address, key, pool, safe)),
    programFacts(vouchers!.address, deployment),
    ...vaultFacts(vault!.address, safe),
    ...pairs.flatMap((pair) => pairFacts(pair, safe)),
  ]
}

/** @returns one line for each fact that differs */
export function changedFacts(
  facts: readonly Fact[],
  before: readonly Outcome[],
  after: readonly Outcome[],
): string[] {
  return facts.flatMap(({ lines }, index) => {
    const old = new Map(linesOf(lines, before[index]))
    return linesOf(lines, after[index])
      .filter(([what, value]) => old.get(what) !== value)
      .map(([what, value]) => `${what}: ${old.get(what) ?? 'none'} → ${value}`)
  })
}

/** A contract that does not answer, such as a pair that does not exist yet, gives no lines. */
function linesOf(lines: Fact['lines'], outcome: Outcome | undefined): Line[] {
  return outcome?.ok === true && outcome.data !== '0x' ? lines(outcome.data) : []
}

function fact<const A extends Abi>(
  to: Address,
  abi: A,
  functionName: string,
  args: readonly unknown[],
  lines: (value: unknown) => Line[],
): Fact {
  const data = encodeFunctionData({ abi, functionName, args } as never)
  return {
    call: { to, data, value: 0n },
    lines: (answer) =>
      lines(decodeFunctionResult({ abi, functionName, args, data: answer } as never) as unknown),
  }
}

type Holder = { name: string; address: Address }

function tokenFacts(
  deployment: Deployment,
  symbol: (typeof TOKEN_SYMBOLS)[number],
  safe: Address,
  holders: readonly Holder[],
  spenders: readonly Holder[],
): Fact[] {
  const token = tokenAddress(deployment, symbol)
  const text = (value: unknown) => amountText(value as bigint, symbol)
  return [
    ...holders.map(({ name, address }) =>
      fact(token, erc20Abi, 'balanceOf', [address], (value) => [[`${symbol} of ${name}`, text(value)]]),
    ),
    ...spenders.map(({ name, address }) =>
      fact(token, erc20Abi, 'allowance', [safe, address], (value) => [
        [`${symbol} that ${name} may take from the Safe`, text(value)],
      ]),
    ),
  ]
}

type PoolState = { totalWeight: bigint; rewardRate: bigint; rewardEnd: bigint; undistributed: bigint }
type AccountState = { weight: bigint; positionCount: bigint; earned: bigint }

function poolFacts(
  contract: Address,
  key: string,
  { id, rewardToken }: { id: string; rewardToken: string },
  safe: Address,
): Fact[] {
  const args = [BigInt(id)]
  return [
    fact(contract, stakingPoolsAbi, 'poolState', args, (value) => {
      const { totalWeight, rewardRate, rewardEnd, undistributed } = value as PoolState
      return [
        [`weight in pool ${key}`, formatEther(totalWeight)],
        [`pool ${key} pays a day`, amountText(rewardRate * DAY, rewardToken)],
        [`pool ${key} pays until`, endText(rewardEnd)],
        [`pool ${key} holds back`, amountText(undistributed, rewardToken)],
      ]
    }),
    fact(contract, stakingPoolsAbi, 'accountState', [...args, safe], (value) => {
      const { weight, positionCount, earned } = value as AccountState
      return [
        [`the Safe's weight in pool ${key}`, formatEther(weight)],
        [`the Safe's positions in pool ${key}`, String(positionCount)],
        [`rewards that pool ${key} owes the Safe`, amountText(earned, rewardToken)],
      ]
    }),
  ]
}

type ProgramState = { id: bigint; funded: bigint; fundedUntil: bigint }

function programFacts(contract: Address, { programs }: Deployment): Fact {
  return fact(contract, rewardVouchersAbi, 'programs', [], (value) =>
    (value as readonly ProgramState[]).flatMap(({ id, funded, fundedUntil }): Line[] => {
      const found = Object.entries(programs).find(([, one]) => one.id === id.toString())
      if (found === undefined) return []
      const [key, { token }] = found
      return [
        [`program ${key} has been funded with`, amountText(funded, token)],
        [`program ${key} pays until`, endText(fundedUntil)],
      ]
    }),
  )
}

type VaultState = { assets: bigint; rewardRate: bigint; rewardEnd: bigint; unvested: bigint }

function vaultFacts(contract: Address, safe: Address): Fact[] {
  return [
    fact(contract, znVaultAbi, 'vaultState', [], (value) => {
      const { assets, rewardRate, rewardEnd, unvested } = value as VaultState
      return [
        ['the vault holds for its shares', amountText(assets, 'GALX')],
        ['the vault vests a day', amountText(rewardRate * DAY, 'GALX')],
        ['the vault vests until', endText(rewardEnd)],
        ['still to vest in the vault', amountText(unvested, 'GALX')],
      ]
    }),
    fact(contract, znVaultAbi, 'totalSupply', [], (value) => [['shares of the vault', String(value)]]),
    fact(contract, znVaultAbi, 'balanceOf', [safe], (value) => [['vault shares of the Safe', String(value)]]),
  ]
}

type Pair = Holder & { base: string; quote: string; baseIsFirst: boolean }

function pairFacts({ name, base, quote, baseIsFirst, address }: Pair, safe: Address): Fact[] {
  return [
    fact(address, erc20Abi, 'totalSupply', [], (value) => [[`shares of ${name}`, String(value)]]),
    fact(address, erc20Abi, 'balanceOf', [safe], (value) => [
      [`shares of ${name} of the Safe`, String(value)],
    ]),
    fact(address, swapPairAbi, 'getReserves', [], (value) => {
      const [first, second] = value as readonly [bigint, bigint]
      const [ofBase, ofQuote] = baseIsFirst ? [first, second] : [second, first]
      return ofBase === 0n
        ? []
        : [[`price of one ${base} in ${name}`, amountText((ofQuote * UNIT) / ofBase, quote)]]
    }),
  ]
}

function endText(end: bigint): string {
  return end === 0n ? 'nothing is left' : dateText(end)
}
