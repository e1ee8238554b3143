/** Makes the demo world: real transactions on the embedded chain, over simulated time that ends now. */
import { decodeFunctionResult, encodeFunctionData, erc20Abi, maxUint256, zeroAddress } from 'viem'
import type { Address, Hex, LocalAccount } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { DeployedPool, Deployment, PoolKey, TokenSymbol } from '@galx/protocol/deployment'
import { rpc, rpcBatch } from '../chain/rpc.ts'
import { Batch, type DemoTransaction } from './batch.ts'
import { planDemo, type DemoStep } from './plan.ts'

/** The node's public test words: their accounts exist on the embedded chain alone. */
const TEST_MNEMONIC = 'test test test test test test test test test test test junk'
const FIRST_ACCOUNT = 100
const NATIVE_COIN = 10n ** 18n
/** Parts of a parcel go down to this, so that the amounts look like ones a person would type. */
const WHOLE_TOKEN = 10n ** 18n

export type DemoOptions = {
  rpcUrl: string
  deployment: Deployment
  /** unix seconds at which the simulated time ends */
  now: number
  accounts?: number
  log: (line: string) => void
}

export const demoAccount = (index: number): LocalAccount =>
  mnemonicToAccount(TEST_MNEMONIC, { addressIndex: FIRST_ACCOUNT + index })

/**
 * @remarks The chain must be in manual mining, its time before `now`.
 * @throws when a transaction fails, naming it: the world is made whole or not at all
 */
export async function seedDemo({ rpcUrl, deployment, now, accounts = 40, log }: DemoOptions): Promise<void> {
  const people = Array.from({ length: accounts }, (_, index) => demoAccount(index))
  const pools = Object.keys(deployment.pools) as PoolKey[]
  const world = new World(rpcUrl, deployment, people, await readParcel(rpcUrl, deployment))
  await rpcBatch(
    rpcUrl,
    people.map(({ address }) => ({
      method: 'anvil_setBalance',
      params: [address, `0x${NATIVE_COIN.toString(16)}`],
    })),
  )

  const tip = await rpc<{ timestamp: Hex }>(rpcUrl, 'eth_getBlockByNumber', 'latest', false)
  const start = Number.parseInt(tip.timestamp, 16) + 1
  if (start >= now) throw new Error('Demo data: the chain is already at the present.')
  const batch = new Batch(rpcUrl, deployment.chainId)
  let at = start
  for (const [moment, steps] of byMoment(planDemo(accounts, pools))) {
    at = Math.max(at + 1, start + Math.floor(((now - start) * moment) / 1000))
    // One step of an account after another; steps of different accounts share a block.
    for (const round of rounds(steps)) {
      const transactions = (await Promise.all(round.map((step) => world.transactionsOf(step)))).flat()
      if (transactions.length > 0) at = (await batch.mine(transactions, at)) + 1
    }
  }
  log(`demo data: ${accounts} accounts in ${pools.length} pools`)
}

function byMoment(steps: readonly DemoStep[]): Map<number, DemoStep[]> {
  const moments = new Map<number, DemoStep[]>()
  for (const step of steps) moments.set(step.at, [...(moments.get(step.at) ?? []), step])
  return moments
}

function rounds(steps: readonly DemoStep[]): DemoStep[][] {
  const sorted: DemoStep[][] = []
  for (const step of steps) {
    const free = sorted.find((round) => round.every(({ account }) => account !== step.account))
    if (free) free.push(step)
    else sorted.push([step])
  }
  return sorted
}

async function call(rpcUrl: string, to: Address, data: Hex): Promise<Hex> {
  return rpc<Hex>(rpcUrl, 'eth_call', { to, data }, 'latest')
}

function contractOf(deployment: Deployment, name: string): Address {
  const contract = deployment.contracts[name]
  if (!contract) throw new Error(`The deployment file names no contract ${name}.`)
  return contract.address as Address
}

/** @returns wei of each token, by its address in lower case, that the faucet gives at once */
async function readParcel(rpcUrl: string, deployment: Deployment): Promise<Map<string, bigint>> {
  const data = encodeFunctionData({ abi: demoFaucetAbi, functionName: 'parcel' })
  const [tokens, amounts] = decodeFunctionResult({
    abi: demoFaucetAbi,
    functionName: 'parcel',
    data: await call(rpcUrl, contractOf(deployment, 'DemoFaucet'), data),
  })
  return new Map(tokens.map((token, index) => [token.toLowerCase(), amounts[index]!]))
}

class World {
  readonly #approved = new Set<string>()
  constructor(
    readonly rpcUrl: string,
    readonly deployment: Deployment,
    readonly people: readonly LocalAccount[],
    readonly parcel: ReadonlyMap<string, bigint>,
  ) {}

  async transactionsOf({ account, action }: DemoStep): Promise<DemoTransaction[]> {
    const from = this.people[account]!
    const say = (data: Hex, to: Address): DemoTransaction => ({
      from,
      to,
      data,
      what: `${action.kind} of demo account ${account}`,
    })
    if (action.kind === 'drip') {
      const data = encodeFunctionData({
        abi: demoFaucetAbi,
        functionName: 'drip',
        args: [from.address],
      })
      return [say(data, contractOf(this.deployment, 'DemoFaucet'))]
    }
    const staking = contractOf(this.deployment, 'StakingPools')
    const pool = this.deployment.pools[action.pool]!
    switch (action.kind) {
      case 'stake': {
        const amount = this.#amount(pool, action.part)
        const inviter = action.inviter === null ? zeroAddress : this.people[action.inviter]!.address
        const stake = encodeFunctionData({
          abi: stakingPoolsAbi,
          functionName: 'stake',
          args: [BigInt(pool.id), amount, BigInt(action.tier), inviter],
        })
        return [...this.#approvals(from, pool, staking, say), say(stake, staking)]
      }
      case 'claim': {
        const claim = encodeFunctionData({
          abi: stakingPoolsAbi,
          functionName: 'claim',
          args: [BigInt(pool.id)],
        })
        return [say(claim, staking)]
      }
      case 'unstake': {
        const first = await this.#firstPosition(pool, from.address, staking)
        if (!first) return []
        const data = encodeFunctionData({
          abi: stakingPoolsAbi,
          functionName: 'unstake',
          args: [BigInt(pool.id), first.position, (first.amount * action.part) / 1000n],
        })
        return [say(data, staking)]
      }
    }
  }

  #address(symbol: TokenSymbol): Address {
    return this.deployment.tokens[symbol].address as Address
  }

  #amount(pool: DeployedPool, part: bigint): bigint {
    const parcel = this.parcel.get(this.#address(pool.stakeToken)) ?? 0n
    const amount = (parcel * part) / 1000n
    return amount - (amount % WHOLE_TOKEN) || amount
  }

  #approvals(
    from: LocalAccount,
    pool: DeployedPool,
    spender: Address,
    say: (data: Hex, to: Address) => DemoTransaction,
  ): DemoTransaction[] {
    const tokens = [pool.stakeToken, ...(pool.pairToken ? [pool.pairToken] : [])]
    const missing = tokens.filter((token) => !this.#approved.has(`${from.address} ${token}`))
    return missing.map((token) => {
      this.#approved.add(`${from.address} ${token}`)
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [spender, maxUint256],
      })
      return say(data, this.#address(token))
    })
  }

  async #firstPosition(pool: DeployedPool, account: Address, staking: Address) {
    const query = { abi: stakingPoolsAbi, functionName: 'positionsOf' } as const
    const data = encodeFunctionData({ ...query, args: [BigInt(pool.id), account, 0n, 20n] })
    const [first] = decodeFunctionResult({ ...query, data: await call(this.rpcUrl, staking, data) })
    return first
  }
}
