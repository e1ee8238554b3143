/** The outcome of a call of StakingPools. */
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { PAGE_OF_POOL, type PoolKey, type TokenSymbol } from '@galx/protocol/products'
import type { WebConfig, HexString } from '@galx/protocol/webConfig'
import { accountInPool, balanceOf, poolState, positionsIn } from '../../chain/reads.ts'
import type {
  CallOutcome,
  NextStep,
  OutcomeFact,
  OutcomeState,
  ReceiptLog,
  PermitSignature,
} from './callFile.ts'
import { eventsOf, received, summed } from './receiptLogs.ts'

/** The denominator of a stored share: 10^8, which still resolves a ten-thousandth of a percent. */
const SHARE_UNIT = 10n ** 8n

function poolsOf(call: StakingPoolsCall): PoolKey[] {
  return call.name === 'claimMany' ? call.pools : [call.pool]
}

function facts(call: StakingPoolsCall, logs: readonly ReceiptLog[], config: WebConfig): OutcomeFact[] {
  const events = <Name extends 'Staked' | 'Unstaked' | 'Exited' | 'Claimed' | 'Forfeited'>(name: Name) =>
    eventsOf(logs, config.contracts.StakingPools, stakingPoolsAbi, name)
  const pool = (id: bigint) =>
    Object.values(config.pools).find((item) => item !== undefined && BigInt(item.id) === id)
  const fact = (label: OutcomeFact['label'], amount: bigint, token?: TokenSymbol | null): OutcomeFact[] =>
    token == null ? [] : [{ label, amount, token }]

  switch (call.name) {
    case 'stake':
    case 'stakeWithPermit':
    case 'compound':
      return summed(
        events('Staked').flatMap(({ pool: id, amount, pairAmount }) => [
          ...fact('staked', amount, pool(id)?.stakeToken),
          ...fact('staked', pairAmount, pool(id)?.pairToken),
        ]),
      )
    case 'claim':
    case 'claimMany':
      return summed(
        events('Claimed').flatMap(({ pool: id, amount }) => fact('claimed', amount, pool(id)?.rewardToken)),
      )
    case 'exit':
      return summed(
        events('Exited').flatMap(({ pool: id, amount, pairAmount, reward }) => [
          ...fact('returned', amount, pool(id)?.stakeToken),
          ...fact('returned', pairAmount, pool(id)?.pairToken),
          ...fact('claimed', reward, pool(id)?.rewardToken),
        ]),
      )
    case 'stakeFor':
      return summed(
        events('Staked').flatMap(({ pool: id, amount, pairAmount }) => [
          ...fact('given', amount, pool(id)?.stakeToken),
          ...fact('given', pairAmount, pool(id)?.pairToken),
        ]),
      )
    case 'claimFor':
      return summed(
        events('Claimed').flatMap(({ pool: id, amount }) => fact('paidTo', amount, pool(id)?.rewardToken)),
      )
    case 'syncBoost':
      return []
    case 'unstake':
    case 'exitEarly':
    case 'withdrawPrincipal':
      // Counts the tokens' own transfers, so that neither a refused payment nor a withheld fee counts as paid.
      return summed([
        ...received(logs, call.to, config),
        ...events('Unstaked').flatMap(({ pool: id, penalty }) => fact('cost', penalty, pool(id)?.stakeToken)),
        ...events('Forfeited').flatMap(({ pool: id, amount }) =>
          fact('givenUp', amount, pool(id)?.rewardToken),
        ),
      ])
  }
}

function states(call: StakingPoolsCall, config: WebConfig): OutcomeState[] {
  const claims = call.name === 'claim' || call.name === 'claimMany'
  const tokens = new Set<TokenSymbol>()
  const list: OutcomeState[] = []
  for (const key of poolsOf(call)) {
    const pool = config.pools[key]
    // A claim for another account moves none of the sender's tokens.
    if (pool === undefined || call.name === 'claimFor') continue
    // Compounding moves no token.
    const moved = claims
      ? [pool.rewardToken]
      : call.name === 'compound'
        ? []
        : [pool.stakeToken, pool.pairToken]
    for (const token of moved) if (token !== null) tokens.add(token)
    if (claims || call.name === 'stakeFor') continue
    list.push(
      {
        label: 'position',
        unit: pool.stakeToken,
        value: async (get) => (await get(positionsIn(key))).reduce((sum, { amount }) => sum + amount, 0n),
      },
      {
        label: 'share',
        unit: 'share',
        value: async (get) => {
          const [{ weight }, { totalWeight }] = await Promise.all([
            get(accountInPool(key)),
            get(poolState(key)),
          ])
          return totalWeight === 0n ? 0n : (weight * SHARE_UNIT) / totalWeight
        },
      },
    )
  }
  for (const token of tokens)
    list.push({ label: 'balance', unit: token, value: (get) => get(balanceOf(token)) })
  return list
}

/** After a stake: the position. After a claim: staking the reward, if the pool takes the reward's token. */
function next(call: StakingPoolsCall, config: WebConfig): NextStep | null {
  const [key] = poolsOf(call)
  if (key === undefined) return null
  const page = PAGE_OF_POOL[key]
  if (call.name === 'stake' || call.name === 'stakeWithPermit' || call.name === 'compound')
    return { label: 'viewPosition', page }
  const pool = config.pools[key]
  const again =
    (call.name === 'claim' || call.name === 'claimMany') &&
    pool !== undefined &&
    pool.rewardToken === pool.stakeToken
  return again ? { label: 'stakeAgain', page } : null
}

export const stakingPoolsOutcome: CallOutcome<StakingPoolsCall> = { facts, states, next }

type Stake = {
  pool: PoolKey
  amount: bigint
  tier: number
  inviter: HexString | null
}

export type StakingPoolsCall =
  | ({ name: 'stake' } & Stake)
  /** a null permit: this token's allowance is used */
  | ({
      name: 'stakeWithPermit'
      stakePermit: PermitSignature | null
      pairPermit: PermitSignature | null
    } & Stake)
  /** a gift: opens a position of `account`. Only `account` can take the gift out */
  | { name: 'stakeFor'; pool: PoolKey; amount: bigint; tier: number; account: HexString }
  /** `to` receives the tokens: the account itself, or another address if a token refuses to pay the account */
  | { name: 'unstake'; pool: PoolKey; position: bigint; amount: bigint; to: HexString }
  | { name: 'exit'; pool: PoolKey; position: bigint; to: HexString }
  | { name: 'exitEarly'; pool: PoolKey; position: bigint; amount: bigint; to: HexString }
  | { name: 'withdrawPrincipal'; pool: PoolKey; position: bigint; to: HexString }
  | { name: 'claim'; pool: PoolKey; to: HexString }
  | { name: 'claimMany'; pools: PoolKey[]; to: HexString }
  /** pays `account` its reward. Anyone may call it */
  | { name: 'claimFor'; pool: PoolKey; account: HexString }
  /** stakes the account's reward, without a lock */
  | { name: 'compound'; pool: PoolKey }
  /** sets the account's boost in a pool to the boost of its level. Anyone may call it */
  | { name: 'syncBoost'; pool: PoolKey; account: HexString }
