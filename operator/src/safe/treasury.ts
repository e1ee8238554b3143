/** The calls of a treasury with its own tokens: funds, stakes, deposits, liquidity. Each call has its description and the tokens that it takes. */
import {
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbiItem,
  type Abi,
  type AbiFunction,
  type Address,
  type Hex,
} from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { pairAmountFor } from '@galx/protocol/formulas'
import { TOKEN_SYMBOLS, type TokenSymbol } from '@galx/protocol/products'
import { routerAbi } from '../deploy/exchangeAbi.ts'
import { tokenAddress } from '../verify/place.ts'
import { amountText, tierText } from '../verify/text.ts'
import type { Names } from '../verify/words.ts'
import type { Power } from './powers.ts'

/** Tokens that a call takes from the Safe. The Safe approves exactly this amount beforehand. */
type Taken = { token: Address; amount: bigint }

type Meaning = {
  words(args: readonly unknown[], deployment: Deployment, names: Names): string
  takes?(args: readonly unknown[], deployment: Deployment): Taken[]
}

function itemOf(abi: Abi, name: string): AbiFunction {
  return abi.find((item): item is AbiFunction => item.type === 'function' && item.name === name)!
}

function poolOf(deployment: Deployment, id: unknown) {
  const found = Object.entries(deployment.pools).find(([, pool]) => pool.id === String(id as bigint))
  if (found === undefined) throw new Error(`there is no pool ${String(id)} in the deployment file`)
  return { key: found[0], ...found[1] }
}

function programOf(deployment: Deployment, id: unknown) {
  const found = Object.entries(deployment.programs).find(([, one]) => one.id === String(id as bigint))
  if (found === undefined) throw new Error(`there is no program ${String(id)} in the deployment file`)
  return { key: found[0], ...found[1] }
}

function amount(value: unknown, symbol: string): string {
  return amountText(value as bigint, symbol)
}

const OF_POOLS: Readonly<Record<string, Meaning>> = {
  fund: {
    words([pool, wei], deployment) {
      const { key, rewardToken } = poolOf(deployment, pool)
      return `fund pool ${key} with ${amount(wei, rewardToken)}`
    },
    takes([pool, wei], deployment) {
      return [
        { token: tokenAddress(deployment, poolOf(deployment, pool).rewardToken), amount: wei as bigint },
      ]
    },
  },
  stake: {
    words([pool, wei, tier], deployment) {
      const { key, stakeToken, pairToken, pairRatio, tiers } = poolOf(deployment, pool)
      const terms = tiers[Number(tier as bigint)]
      const pair =
        pairToken === null
          ? ''
          : ` with ${amount(pairAmountFor(wei as bigint, BigInt(pairRatio)), pairToken)}`
      return `stake ${amount(wei, stakeToken)}${pair} in pool ${key} on tier ${tier as bigint}${terms === undefined ? '' : ` (${tierText(terms)})`}`
    },
    takes([pool, wei], deployment) {
      const { stakeToken, pairToken, pairRatio } = poolOf(deployment, pool)
      const staked = wei as bigint
      return [
        { token: tokenAddress(deployment, stakeToken), amount: staked },
        ...(pairToken === null
          ? []
          : [
              {
                token: tokenAddress(deployment, pairToken),
                amount: pairAmountFor(staked, BigInt(pairRatio)),
              },
            ]),
      ]
    },
  },
  unstake: {
    words([pool, position, wei, to], deployment, names) {
      const { key, stakeToken } = poolOf(deployment, pool)
      return `take ${amount(wei, stakeToken)} out of position ${position as bigint} of pool ${key}, to ${names.label(to as Address)}`
    },
  },
  claim: {
    words: ([pool, to], deployment, names) =>
      `claim the rewards of pool ${poolOf(deployment, pool).key}, to ${names.label(to as Address)}`,
  },
}

const OF_PROGRAMS: Readonly<Record<string, Meaning>> = {
  fund: {
    words([id, wei], deployment) {
      const { key, token } = programOf(deployment, id)
      return `fund program ${key} with ${amount(wei, token)}`
    },
    takes: ([id, wei], deployment) => [
      { token: tokenAddress(deployment, programOf(deployment, id).token), amount: wei as bigint },
    ],
  },
}

const OF_VAULT: Readonly<Record<string, Meaning>> = {
  fund: {
    words: ([wei]) => `fund the vault with ${amount(wei, 'GALX')}`,
    takes: ([wei], deployment) => [{ token: tokenAddress(deployment, 'GALX'), amount: wei as bigint }],
  },
  deposit: {
    words: ([wei, to], _, names) =>
      `deposit ${amount(wei, 'GALX')} into the vault, the shares to ${names.label(to as Address)}`,
    takes: ([wei], deployment) => [{ token: tokenAddress(deployment, 'GALX'), amount: wei as bigint }],
  },
  redeem: {
    words: ([shares, to, owner], _, names) =>
      `turn ${String(shares)} shares of the vault that ${names.label(owner as Address)} holds into GALX, to ${names.label(to as Address)}`,
  },
}

const ADD_LIQUIDITY =
  'function addLiquidity(address tokenA, address tokenB, uint256 amountA, uint256 amountB)'

/** The exchange must take exactly these amounts. If its price differs from the price of these amounts, the batch reverts. */
const LIQUIDITY: Meaning = {
  words: ([one, other, oneWei, otherWei], _, names) =>
    `put exactly ${amount(oneWei, names.symbol(one as Address))} and ${amount(otherWei, names.symbol(other as Address))} into their pair, the shares to the Safe`,
  takes: ([one, other, oneWei, otherWei]) => [
    { token: one as Address, amount: oneWei as bigint },
    { token: other as Address, amount: otherWei as bigint },
  ],
}

function encodeLiquidity(args: readonly unknown[], safe: Address): Hex {
  const [one, other, oneWei, otherWei] = args as [Address, Address, bigint, bigint]
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'addLiquidity',
    args: [one, other, oneWei, otherWei, oneWei, otherWei, safe, maxUint256],
  })
}

const TOKEN: Readonly<Record<string, (symbol: TokenSymbol) => Meaning>> = {
  transfer: (symbol) => ({
    words: ([to, wei], _, names) => `send ${amount(wei, symbol)} to ${names.label(to as Address)}`,
  }),
}

type TreasuryCall = Power & { meaning: Meaning }

function callsOf(
  contract: Power['contract'],
  abi: Abi,
  meanings: Readonly<Record<string, Meaning>>,
): TreasuryCall[] {
  return Object.entries(meanings).map(([name, meaning]) => ({
    name: `${contract}.${name}`,
    contract,
    meaning,
    item: itemOf(abi, name),
    senders: ['treasury'],
  }))
}

const CALLS: readonly TreasuryCall[] = [
  ...callsOf('StakingPools', stakingPoolsAbi, OF_POOLS),
  ...callsOf('RewardVouchers', rewardVouchersAbi, OF_PROGRAMS),
  ...callsOf('ZnVault', znVaultAbi, OF_VAULT),
  {
    name: 'SwapRouter.addLiquidity',
    contract: 'SwapRouter',
    item: parseAbiItem(ADD_LIQUIDITY) as AbiFunction,
    encode: encodeLiquidity,
    senders: ['treasury'],
    meaning: LIQUIDITY,
  },
  ...TOKEN_SYMBOLS.flatMap((symbol) =>
    Object.entries(TOKEN).flatMap(([name, meaning]) =>
      callsOf(symbol, erc20Abi, { [name]: meaning(symbol) }),
    ),
  ),
]

export const TREASURY_CALLS: readonly Power[] = CALLS

export type TreasuryStep = { to: Address; data: Hex; words: string }

/** @returns the call, preceded by its approvals, each for exactly the amount that the call takes */
export function treasurySteps(
  { power, args, to, data }: { power: Power; args: readonly unknown[]; to: Address; data: Hex },
  deployment: Deployment,
  names: Names,
): TreasuryStep[] {
  const { meaning } = CALLS.find((one) => one === power)!
  const approvals = (meaning.takes?.(args, deployment) ?? []).map(({ token, amount: wei }): TreasuryStep => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, wei] }),
    words: `allow ${names.label(to)} to take exactly ${amount(wei, names.symbol(token))}`,
  }))
  return [...approvals, { to, data, words: meaning.words(args, deployment, names) }]
}
