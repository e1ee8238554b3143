/** A real node with the deployed contracts, and accounts that call them at random or on command. */
import { encodeFunctionData, erc20Abi, maxUint256, zeroAddress, type Address, type Hex } from 'viem'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { swapRouterAbi } from '@galx/protocol/exchangeAbi'
import type { Deployment } from '@galx/protocol/deployment'
import { POOL_KEYS, type PoolKey } from '@galx/protocol/products'
import { rpc } from '@galx/stack/chain/rpc'
import type { Chain } from '@galx/stack/chain/startChain'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { type chance } from './wait.ts'

export const ETHER = 10n ** 18n
const GAS = '0x7a120'
/** The contracts that spend users' tokens, each with the tokens that it spends. */
const SPENDERS = {
  StakingPools: ['AAA', 'MCM', 'GALX'],
  ZnVault: ['GALX'],
  Levels: ['MCM'],
  NodePass: ['MCM'],
  SwapRouter: ['USDT', 'AAA', 'MCM', 'GALX'],
} as const

export type ChainWorld = {
  chain: Chain
  rpcUrl: string
  deployment: Deployment
  people: Address[]
  /** sends without mining; the transaction may fail on the chain */
  send(from: Address, to: Address, data: Hex): Promise<Hex>
  stake(from: Address, pool: PoolKey, amount: bigint, inviter?: Address, tier?: bigint): Promise<Hex>
  unstake(from: Address, pool: PoolKey, position: bigint, amount: bigint): Promise<Hex>
  mine(blocks?: number): Promise<void>
  /** mines blocks until everything sent so far is final; returns the block of the last transaction, or a later block */
  finalise(): Promise<number>
  /** gives all accounts all tokens and allowances */
  equip(newcomers: readonly Address[]): Promise<void>
  stop(): Promise<void>
}

function personAt(index: number): Address {
  return `0x${(0xabc0000000n + BigInt(index)).toString(16).padStart(40, '1')}`
}

export async function startChainWorld(people: number, chainOptions = {}): Promise<ChainWorld> {
  return chainWorldOn(await startDeployedChain(chainOptions), people)
}

/** @param deployed a node in manual mining */
export async function chainWorldOn(
  { chain, deployment }: { chain: Chain; deployment: Deployment },
  people: number,
): Promise<ChainWorld> {
  const { rpcUrl } = chain
  const contract = deployment.contracts.StakingPools.address as Address
  const send = (from: Address, to: Address, data: Hex) =>
    rpc<Hex>(rpcUrl, 'eth_sendTransaction', { from, to, data, gas: GAS })
  const mine = async (blocks = 1) => {
    for (let index = 0; index < blocks; index += 1) await rpc(rpcUrl, 'evm_mine')
  }
  const poolId = (key: PoolKey) => BigInt(deployment.pools[key]!.id)
  const world: ChainWorld = {
    chain,
    rpcUrl,
    deployment,
    people: [],
    send,
    mine,
    stake: (from, pool, amount, inviter = zeroAddress, tier = 0n) =>
      send(
        from,
        contract,
        encodeFunctionData({
          abi: stakingPoolsAbi,
          functionName: 'stake',
          args: [poolId(pool), amount, tier, inviter],
        }),
      ),
    unstake: (from, pool, position, amount) =>
      send(
        from,
        contract,
        encodeFunctionData({
          abi: stakingPoolsAbi,
          functionName: 'unstake',
          args: [poolId(pool), position, amount, from],
        }),
      ),
    async finalise() {
      const { pending } = await rpc<{ pending: Hex }>(rpcUrl, 'txpool_status')
      if (Number(pending) > 0) await mine()
      const tip = Number(await rpc<Hex>(rpcUrl, 'eth_blockNumber'))
      await mine(3)
      return tip
    },
    async equip(newcomers) {
      const faucet = deployment.contracts.DemoFaucet!.address as Address
      for (const person of newcomers) {
        await rpc(rpcUrl, 'anvil_setBalance', person, `0x${(100n * ETHER).toString(16)}`)
        await rpc(rpcUrl, 'anvil_impersonateAccount', person)
        await send(
          person,
          faucet,
          encodeFunctionData({ abi: demoFaucetAbi, functionName: 'drip', args: [person] }),
        )
        for (const [spender, symbols] of Object.entries(SPENDERS))
          for (const symbol of symbols)
            await send(
              person,
              deployment.tokens[symbol].address as Address,
              encodeFunctionData({
                abi: erc20Abi,
                functionName: 'approve',
                args: [deployment.contracts[spender as keyof typeof SPENDERS].address as Address, maxUint256],
              }),
            )
      }
      await mine()
      world.people.push(...newcomers)
    },
    stop: () => chain.stop(),
  }
  await world.equip(Array.from({ length: people }, (_, index) => personAt(index)))
  return world
}

/** Sells `amount` wei of USDT for a token, or of the token for USDT, at any price. */
export async function swap(
  { deployment: { contracts, tokens }, send }: ChainWorld,
  person: Address,
  token: 'AAA' | 'MCM' | 'GALX',
  buying: boolean,
  amount: bigint,
): Promise<Hex> {
  const path = [tokens.USDT.address, tokens[token].address] as Address[]
  const data = encodeFunctionData({
    abi: swapRouterAbi,
    functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [amount, 0n, buying ? path : path.reverse(), person, maxUint256],
  })
  return send(person, contracts.SwapRouter.address as Address, data)
}

/** One random action outside the pools: in the vault, with levels, with passes, with AAA for the fund, on the exchange. Some fail. */
async function transactElsewhere(world: ChainWorld, dice: ReturnType<typeof chance>): Promise<void> {
  const { contracts, tokens, pools } = world.deployment
  const [person, other] = [dice.pick(world.people), dice.pick(world.people)]
  const call = (to: string, data: Hex) => world.send(person, to as Address, data)
  const amount = BigInt(1 + dice.below(5)) * ETHER
  const pass = BigInt(1 + dice.below(6))
  const vault = { abi: znVaultAbi } as const
  switch (dice.below(12)) {
    case 0:
      return void (await call(
        contracts.ZnVault.address,
        encodeFunctionData({
          ...vault,
          functionName: 'depositWithInviter',
          args: [amount, person, other],
        }),
      ))
    case 1:
      return void (await call(
        contracts.ZnVault.address,
        encodeFunctionData({ ...vault, functionName: 'deposit', args: [amount, other] }),
      ))
    case 2:
      return void (await call(
        contracts.ZnVault.address,
        encodeFunctionData({ ...vault, functionName: 'withdraw', args: [ETHER, person, person] }),
      ))
    case 3:
    case 4:
      return void (await call(
        contracts.ZnVault.address,
        encodeFunctionData({ ...vault, functionName: 'transfer', args: [other, amount * 10n ** 11n] }),
      ))
    case 5:
      return void (await call(
        contracts.Levels.address,
        encodeFunctionData({
          abi: levelsAbi,
          functionName: 'buy',
          args: [BigInt(1 + dice.below(5)), [BigInt(pools.btc!.id)]],
        }),
      ))
    case 6:
      return void (await call(
        contracts.NodePass.address,
        encodeFunctionData({ abi: nodePassAbi, functionName: 'mint', args: [`“节点” ${pass}`] }),
      ))
    case 7:
      return void (await call(
        contracts.NodePass.address,
        encodeFunctionData({ abi: nodePassAbi, functionName: 'transferFrom', args: [person, other, pass] }),
      ))
    case 8:
      return void (await call(
        contracts.NodePass.address,
        encodeFunctionData({ abi: nodePassAbi, functionName: 'startUnbonding', args: [pass] }),
      ))
    case 9:
    case 10:
      return void (await swap(
        world,
        person,
        dice.pick(['AAA', 'MCM', 'GALX'] as const),
        dice.below(2) === 0,
        amount,
      ))
    default:
      return void (await call(
        tokens.AAA.address,
        encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [contracts.AaaFund.address as Address, amount],
        }),
      ))
  }
}

/** One block of random actions: stakes with all kinds of inviters, withdrawals, early exits, claims. Some fail, like on a real chain. */
export async function transactAtRandom(
  world: ChainWorld,
  dice: ReturnType<typeof chance>,
  actions: number,
): Promise<void> {
  const contract = world.deployment.contracts.StakingPools.address as Address
  for (let index = 0; index < actions; index += 1) {
    if (dice.below(3) === 0) {
      await transactElsewhere(world, dice)
      continue
    }
    const person = dice.pick(world.people)
    const key = dice.pick(POOL_KEYS)
    const pool = BigInt(world.deployment.pools[key]!.id)
    const call = (data: Hex) => world.send(person, contract, data)
    const position = BigInt(dice.below(4))
    const amount = BigInt(1 + dice.below(5)) * ETHER
    const abi = stakingPoolsAbi
    switch (dice.below(8)) {
      case 0:
        await call(
          encodeFunctionData({ abi, functionName: 'unstake', args: [pool, position, amount, person] }),
        )
        break
      case 1:
        await call(encodeFunctionData({ abi, functionName: 'claim', args: [pool, person] }))
        break
      case 2:
        await call(encodeFunctionData({ abi, functionName: 'exit', args: [pool, position, person] }))
        break
      case 3:
        await call(
          encodeFunctionData({ abi, functionName: 'exitEarly', args: [pool, position, ETHER, person] }),
        )
        break
      case 4:
        await call(
          encodeFunctionData({ abi, functionName: 'withdrawPrincipal', args: [pool, position, person] }),
        )
        break
      default: {
        const inviter = dice.below(5) === 0 ? zeroAddress : dice.pick(world.people)
        await world.stake(
          person,
          key,
          amount,
          inviter,
          BigInt(dice.below(world.deployment.pools[key]!.tiers.length)),
        )
      }
    }
  }
  await world.mine()
}
