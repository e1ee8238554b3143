/** Both servers and the indexer on a chain with the contracts, for tests of reports, the index and lists. */
import { createClient, encodeFunctionData, erc20Abi, http, type Address, type Hex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { sendRawTransaction } from 'viem/actions'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { ContractName, PoolKey } from '@galx/protocol/products'
import { EMBEDDED_DEPLOYER_KEY } from '@galx/operator/networks/embedded'
import { rpc } from '@galx/stack/chain/rpc'
import { waitFor } from '../support/wait.ts'
import { signIn, startWorld, type Client, type SignedIn, type World, type WorldOptions } from './world.ts'
import { spawnServer } from '../support/serverProgram.ts'

export type ReportScene = {
  world: World
  api: Client
  btcApi: Client
  /** the next nonce of each sending account */
  nonces: Map<string, number>
  contract(name: ContractName): Address
  poolId(key: PoolKey): bigint
  mine(blocks?: number): Promise<void>
  /** mines enough blocks for the indexer, which follows the finalised block, two blocks behind the head */
  finalise(): Promise<void>
  /** sends without mining; null creates a contract */
  send(account: PrivateKeyAccount, to: Address | null, data: Hex): Promise<Hex>
  /** calldata of a stake without an inviter */
  stakeData(amount: bigint, pool?: PoolKey, tier?: bigint): Hex
  /** a user that is signed in, with all tokens, coins for gas, and allowances for `spenders` (default: StakingPools) */
  fundedUser(spenders?: readonly ContractName[]): Promise<SignedIn>
  stop(): Promise<void>
}

/** Milliseconds between two turns of the reports' worker. The time is short, because the tests wait for turns. */
const REPORTS_EVERY = 100

export async function startReportScene(options: Pick<WorldOptions, 'epochs'> = {}): Promise<ReportScene> {
  const world = await startWorld({ contracts: true, ...options })
  const { rpcUrl } = world.chain
  await rpc(rpcUrl, 'anvil_setIntervalMining', 0)
  const api = await world.start('api', { refreshEvery: REPORTS_EVERY })
  const btcApi = await world.start('btc-api', { refreshEvery: REPORTS_EVERY })
  const indexer = spawnServer('indexer', { ...world.environment, LOG_LEVEL: 'warn' }, [
    'ignore',
    'inherit',
    'inherit',
  ])
  const nonces = new Map<string, number>()
  const contract = (name: ContractName) => world.deployment.contracts[name].address as Address
  const poolId = (key: PoolKey) => BigInt(world.deployment.pools[key]!.id)
  const mine = async (blocks = 1) => {
    for (let mined = 0; mined < blocks; mined++) await rpc(rpcUrl, 'evm_mine')
  }
  const send: ReportScene['send'] = async (account, to, data) => {
    const nonce = nonces.get(account.address) ?? 0
    nonces.set(account.address, nonce + 1)
    const signed = await account.signTransaction({
      ...(to === null ? {} : { to }),
      data,
      nonce,
      chainId: 56,
      gas: 1_000_000n,
      gasPrice: 1_000_000_000n,
    })
    const client = createClient({ transport: http(rpcUrl) })
    world.clock.now += 1_000 // reports are ordered by second
    return sendRawTransaction(client, { serializedTransaction: signed })
  }
  return {
    world,
    api,
    btcApi,
    nonces,
    contract,
    poolId,
    mine,
    finalise: () => mine(4),
    send,
    stakeData: (amount, pool = 'galx', tier = 0n) =>
      encodeFunctionData({
        abi: stakingPoolsAbi,
        functionName: 'stake',
        args: [poolId(pool), amount, tier, `0x${'0'.repeat(40)}`],
      }),
    async fundedUser(spenders = ['StakingPools']) {
      const one = await signIn(api)
      await rpc(rpcUrl, 'anvil_setBalance', one.address, '0x56bc75e2d63100000')
      const deployer = privateKeyToAccount(EMBEDDED_DEPLOYER_KEY)
      nonces.set(
        deployer.address,
        Number(await rpc<string>(rpcUrl, 'eth_getTransactionCount', deployer.address, 'latest')),
      )
      const faucet = world.deployment.contracts.DemoFaucet!.address as Address
      await send(
        deployer,
        faucet,
        encodeFunctionData({ abi: demoFaucetAbi, functionName: 'drip', args: [one.address] }),
      )
      for (const spender of spenders)
        for (const { address } of Object.values(world.deployment.tokens))
          await send(
            one.account,
            address as Address,
            encodeFunctionData({
              abi: erc20Abi,
              functionName: 'approve',
              args: [contract(spender), 2n ** 255n],
            }),
          )
      await mine()
      return one
    },
    async stop() {
      if (indexer.exitCode === null) {
        const ended = new Promise((resolve) => indexer.on('exit', resolve))
        indexer.kill('SIGTERM')
        await ended
      }
      await world.stop()
    },
  }
}

/** Asks until the answer is yes. The indexer may still be starting when the first test asks. */
export function until(question: () => Promise<boolean>): Promise<boolean> {
  return waitFor('the expected answer', question, 50_000)
}
