/** A deployment with users on its own node, for reads before and after tampering. */
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  keccak256,
  maxUint256,
  parseEther,
  zeroAddress,
  type Abi,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { DeployedContract, Deployment } from '@galx/protocol/deployment'
import type { TokenSymbol } from '@galx/protocol/products'
import { rpc } from '@galx/stack/chain/rpc'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import {
  addressOf,
  constructorArguments,
  creationCalldata,
  DEPLOYMENT_PROXY,
} from '../../src/deploy/create2.ts'
import { published, type PublishedName } from '../../src/deploy/published.ts'

export const STRANGER: Address = `0x${'ab'.repeat(20)}`
export const STAKERS: Address[] = [1, 2, 3].map((digit): Address => `0x${String(digit).repeat(40)}`)

export type LiveDeployment = {
  rpcUrl: string
  deployment: Deployment
  reader: PublicClient
  contract(name: keyof Deployment['contracts']): Address
  token(symbol: TokenSymbol): Address
  /** a transaction that the holder of the key of `from` could send; it must succeed */
  send(from: Address, address: Address, data: Hex): Promise<void>
  call(
    from: Address,
    address: Address,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ): Promise<void>
  /** deploys a contract of the published build through the deployment proxy. @returns its entry in a deployment file */
  make(name: PublishedName, args: readonly unknown[]): Promise<DeployedContract>
  rpc<Result>(method: string, ...parameters: unknown[]): Promise<Result>
  /** mines a block this many seconds after the newest block; every other block comes one second after its parent */
  pass(seconds: number): Promise<void>
  stop(): Promise<void>
}

/** @param idleSeconds the time between the first and the last stakes; every minute of it is an epoch of bonuses */
export async function startLiveDeployment(idleSeconds = 86_400): Promise<LiveDeployment> {
  const { chain, deployment } = await startDeployedChain()
  const { rpcUrl } = chain
  const node = <Result>(method: string, ...parameters: unknown[]) =>
    rpc<Result>(rpcUrl, method, ...parameters)
  // The deployment may be hours old, and each minute since then would be an epoch. So the chain's time continues from its last block.
  await node('anvil_setBlockTimestampInterval', 1)
  await node('anvil_autoImpersonateAccount', true)

  const send = async (from: Address, address: Address, data: Hex) => {
    await node('anvil_setBalance', from, '0xde0b6b3a7640000')
    const hash = await node<Hex>('eth_sendTransaction', { from, to: address, data, gas: '0x989680' })
    await node('evm_mine')
    const receipt = await node<{ status: Hex }>('eth_getTransactionReceipt', hash)
    if (receipt.status !== '0x1') throw new Error(`refused: ${data.slice(0, 10)} of ${address} by ${from}`)
  }
  const world: LiveDeployment = {
    rpcUrl,
    deployment,
    reader: createPublicClient({ transport: http(rpcUrl, { batch: true }), cacheTime: 0 }),
    contract: (name) => deployment.contracts[name]!.address as Address,
    token: (symbol) => deployment.tokens[symbol].address as Address,
    send,
    call: (from, address, abi, functionName, args) =>
      send(from, address, encodeFunctionData({ abi, functionName, args })),
    async make(name, args) {
      const creation = { name, ...published(name), args, salt: deployment.salt }
      await send(STRANGER, DEPLOYMENT_PROXY, creationCalldata(creation))
      const address = addressOf(creation)
      const code = await node<Hex>('eth_getCode', address, 'latest')
      return { address, codeHash: keccak256(code), constructorArguments: constructorArguments(creation) }
    },
    rpc: node,
    async pass(seconds) {
      const tip = await node<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
      await node('evm_setNextBlockTimestamp', Number(tip.timestamp) + seconds)
      await node('evm_mine')
    },
    stop: () => chain.stop(),
  }
  await makeLife(world, idleSeconds)
  return world
}

/** Stakes in every pool, the vault and a pass, so that every contract has debts. */
async function makeLife(
  { deployment, contract, token, call, pass }: LiveDeployment,
  idleSeconds: number,
): Promise<void> {
  for (const [index, person] of STAKERS.entries()) {
    await call(person, contract('DemoFaucet'), demoFaucetAbi, 'drip', [person])
    for (const [symbol, spender] of [
      ['AAA', 'StakingPools'],
      ['MCM', 'StakingPools'],
      ['GALX', 'StakingPools'],
      ['GALX', 'ZnVault'],
      ['MCM', 'NodePass'],
    ] as const)
      await call(person, token(symbol), erc20Abi, 'approve', [contract(spender), maxUint256])
    for (const { id } of Object.values(deployment.pools))
      await call(person, contract('StakingPools'), stakingPoolsAbi, 'stake', [
        BigInt(id),
        parseEther(String(10 * (index + 1))),
        0n,
        zeroAddress,
      ])
    await call(person, contract('ZnVault'), znVaultAbi, 'deposit', [parseEther('100'), person])
  }
  await call(STAKERS[0]!, contract('NodePass'), nodePassAbi, 'mint', ['One'])
  await pass(idleSeconds)
  await call(STAKERS[1]!, contract('StakingPools'), stakingPoolsAbi, 'claim', [
    BigInt(deployment.pools.galx!.id),
    STAKERS[1]!,
  ])
  // A position that another account paid for is a debt like any other.
  await call(STAKERS[1]!, contract('StakingPools'), stakingPoolsAbi, 'stakeFor', [
    BigInt(deployment.pools.mcm!.id),
    STAKERS[0]!,
    parseEther('7'),
    0n,
  ])
}
