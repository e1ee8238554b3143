/** A deployment with invitations and ended epochs, its logs in the form of the plain rules, and a node that lies. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeEventLog, parseEther, type Abi, type Address, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { signedVoucher, voucherTypedData, type SignedVoucher, type Voucher } from '@galx/protocol/voucher'
import {
  WORLD_CONTRACTS,
  type RawLog,
  type RawWorld,
} from '../../../packages/protocol/test/rewards/rawWorld.ts'
import { startLiveDeployment, type LiveDeployment } from '../support/liveDeployment.ts'

function addressOf(digit: number): Address {
  return `0x${String(digit).repeat(40)}`
}
export const [ONE, TWO] = [addressOf(1), addressOf(2)]
const THREE = addressOf(3)
const TEST_MNEMONIC = 'test test test test test test test test test test test junk'
const SIGNER = mnemonicToAccount(TEST_MNEMONIC, { addressIndex: 4 })
export const CO_SIGNER = mnemonicToAccount(TEST_MNEMONIC, { addressIndex: 6 })
/** The number of epochs in one EpochLog.publish that fits a transaction's gas. */
const PUBLISHED_AT_ONCE = 150

export async function startAuditedLife(): Promise<LiveDeployment> {
  const live = await startLiveDeployment(200)
  const { call, contract, deployment } = live
  const stake = (from: Address, pool: 'galx' | 'mcm' | 'aaa', inviter: Address) =>
    call(from, contract('StakingPools'), stakingPoolsAbi, 'stake', [
      BigInt(deployment.pools[pool]!.id),
      parseEther('3'),
      0n,
      inviter,
    ])
  await stake(TWO, 'galx', ONE)
  await stake(THREE, 'mcm', TWO)
  // This inviter would close a circle, so the call binds nobody.
  await stake(ONE, 'aaa', THREE)
  await live.pass(90)
  await call(TWO, contract('ZnVault'), znVaultAbi, 'transfer', [THREE, 10n ** 27n])
  await call(ONE, contract('NodePass'), nodePassAbi, 'startUnbonding', [1n])
  await live.pass(30)
  await call(ONE, contract('NodePass'), nodePassAbi, 'transferFrom', [ONE, TWO, 1n])
  await call(THREE, contract('StakingPools'), stakingPoolsAbi, 'unstake', [
    BigInt(deployment.pools.galx!.id),
    0n,
    parseEther('5'),
    THREE,
  ])
  // The life ends just after the beginning of an epoch. A block takes a second, and no test mines enough blocks to enter the next epoch by accident.
  const { timestamp } = await live.reader.getBlock()
  const duration = BigInt(deployment.epochDuration)
  const begin = ((timestamp + 400n) / duration + 1n) * duration
  await live.pass(Number(begin - timestamp))
  await settle(live)
  return live
}

/** Makes all sent transactions final. */
export async function settle({ rpc }: LiveDeployment): Promise<void> {
  await rpc('anvil_mine', '0x4')
}

type Publication = { epoch: bigint; hash: Hex; blockNumber: bigint }

export async function publish(live: LiveDeployment, epochs: readonly Publication[]): Promise<void> {
  for (let begin = 0; begin < epochs.length; begin += PUBLISHED_AT_ONCE) {
    const some = epochs.slice(begin, begin + PUBLISHED_AT_ONCE)
    await live.call(
      live.deployment.roles.epochPublisher as Address,
      live.contract('EpochLog'),
      epochLogAbi,
      'publish',
      [some[0]!.epoch, some.map(({ hash }) => hash), some.map(({ blockNumber }) => blockNumber)],
    )
  }
}

export function sign(
  { deployment, contract }: LiveDeployment,
  voucher: Voucher,
  signer = SIGNER,
): Promise<Hex> {
  return signer.signTypedData(voucherTypedData(deployment.chainId, contract('RewardVouchers'), voucher))
}

/** @returns the voucher with both signatures, in the format of RewardVouchers */
export async function signBoth(live: LiveDeployment, voucher: Voucher): Promise<SignedVoucher> {
  return signedVoucher(voucher, await sign(live, voucher), await sign(live, voucher, CO_SIGNER))
}

/** An account that signs nothing. */
export const THIEF = mnemonicToAccount(TEST_MNEMONIC, { addressIndex: 9 })

/** @returns all blocks and logs up to the newest final block, decoded by viem */
export async function rawWorldOf({ deployment, contract, reader }: LiveDeployment): Promise<RawWorld> {
  const head = await reader.getBlock({ blockTag: 'finalized' })
  const numbers = Array.from({ length: Number(head.number) + 1 }, (_, number) => BigInt(number))
  const blocks = await Promise.all(numbers.map((blockNumber) => reader.getBlock({ blockNumber })))
  const abis: Record<string, Abi> = {
    StakingPools: stakingPoolsAbi,
    ZnVault: znVaultAbi,
    NodePass: nodePassAbi,
    RewardVouchers: rewardVouchersAbi,
    EpochLog: epochLogAbi,
  }
  const found = await reader.getLogs({
    address: WORLD_CONTRACTS.map((name) => contract(name)),
    fromBlock: 0n,
    toBlock: head.number,
  })
  const logs = found.map(({ address, topics, data, blockNumber, logIndex }): RawLog => {
    const name = WORLD_CONTRACTS.find((known) => contract(known) === address.toLowerCase())!
    const { eventName, args } = decodeEventLog({ abi: abis[name]!, topics, data })
    const texts = Object.entries(args as unknown as Record<string, unknown>).map(([key, value]) => [
      key,
      String(value).toLowerCase(),
    ])
    return {
      block: Number(blockNumber),
      logIndex,
      contract: name as RawLog['contract'],
      event: eventName!,
      args: Object.fromEntries(texts) as Record<string, string>,
    }
  })
  return {
    name: 'a life on a chain',
    chainId: deployment.chainId,
    genesis: deployment.genesisHash as Hex,
    contracts: Object.fromEntries(
      WORLD_CONTRACTS.map((name) => [name, contract(name)]),
    ) as RawWorld['contracts'],
    epochDuration: deployment.epochDuration,
    firstEpoch: deployment.rulesets[0]!.firstEpoch,
    rulesets: deployment.rulesets,
    blocks: blocks.map(({ number, timestamp, hash }) => ({
      number: Number(number),
      timestamp: Number(timestamp),
      hash,
    })),
    logs,
  }
}

type Question = { id: number; method: string; params: unknown[] }
export type Lie = (question: Question, result: unknown) => unknown

/** A lie throws this error to make the node answer with `answer`. */
export class NodeReplyError extends Error {
  readonly answer: object
  constructor(answer: object) {
    super('the node answers with an error')
    this.answer = answer
  }
}

/** A proxy of a node that may change the node's answers. */
export async function startLiar(rpcUrl: string, lie: Lie): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = async () => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      const asked = JSON.parse(text) as Question | Question[]
      const questions = [asked].flat()
      const given = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(questions),
      })
      const answers = ((await given.json()) as { id: number; result?: unknown }[]).map((one) => {
        try {
          return {
            ...one,
            result: lie(
              questions.find(({ id }) => id === one.id)!,
              one.result,
            ),
          }
        } catch (error) {
          if (!(error instanceof NodeReplyError)) throw error
          return { jsonrpc: '2.0', id: one.id, error: error.answer }
        }
      })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
    }
    answer().catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections()
        server.close(() => stopped())
      }),
  }
}
