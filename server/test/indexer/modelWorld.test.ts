/** Real contracts on the model of BNB Smart Chain: its nodes answer like anvil, at the model's blocks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeFunctionResult, encodeFunctionData, numberToHex, type Hex } from 'viem'
import { startModelNode, type ModelNode } from '@galx/modelchain/node'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { rpc } from '@galx/stack/chain/rpc'
import { headerHash } from '../../src/chain/rpc/shapes.ts'
import { ETHER } from '../support/chainWorld.ts'
import { startModelWorld, type ModelWorld } from '../support/modelWorld.ts'

const DAY = 86_400

let model: ModelWorld
let node: ModelNode
beforeAll(async () => {
  model = await startModelWorld(3)
  node = await startModelNode(model.chain)
})
afterAll(async () => {
  await node?.stop()
  await model?.stop()
})

type Log = { blockNumber: Hex; blockHash: Hex; blockTimestamp: Hex; transactionHash: Hex }

async function weightAt(block: number): Promise<bigint> {
  const { deployment, world } = model
  const data = encodeFunctionData({
    abi: stakingPoolsAbi,
    functionName: 'accountState',
    args: [BigInt(deployment.pools.galx!.id), world.people[0]!],
  })
  const call = { to: deployment.contracts.StakingPools.address, data }
  const answer = await rpc<Hex>(node.url, 'eth_call', call, numberToHex(block))
  return decodeFunctionResult({ abi: stakingPoolsAbi, functionName: 'accountState', data: answer }).weight
}

describe('a stake on the model chain', () => {
  it('is a month later in the block of its second, with its log, receipt and state', async () => {
    const { world, chain, deployment } = model
    const [person] = world.people
    const before = chain.head
    const hash = await world.stake(person!, 'galx', ETHER)
    const second = Math.floor(chain.timeOf(chain.head) / 1000) + 30 * DAY
    await model.mineAt(second)
    const block = await model.show()
    expect(block - before).toBeGreaterThan(5_700_000)

    const filter = {
      address: deployment.contracts.StakingPools.address,
      fromBlock: numberToHex(before),
      toBlock: 'finalized',
    }
    const logs = await rpc<Log[]>(node.url, 'eth_getLogs', filter)
    expect(logs.length).toBeGreaterThan(0)
    for (const log of logs) {
      expect(log).toMatchObject({ blockNumber: numberToHex(block), transactionHash: hash })
      expect(Number(log.blockTimestamp)).toBe(second)
    }
    const { blockHash } = logs[0]!

    const header = await rpc<Record<string, unknown>>(
      node.url,
      'eth_getBlockByNumber',
      numberToHex(block),
      false,
    )
    expect(header).toMatchObject({ hash: blockHash, timestamp: numberToHex(second) })
    expect(header.transactions).toContain(hash)
    expect(headerHash(header)).toBe(header.hash)
    const receipt = await rpc<{ logs: Log[] }>(node.url, 'eth_getTransactionReceipt', hash)
    expect(receipt).toMatchObject({ blockNumber: numberToHex(block), blockHash: header.hash })
    expect(receipt.logs.every((log) => log.blockHash === blockHash)).toBe(true)

    expect(await weightAt(block - 1)).toBe(0n)
    expect(await weightAt(block)).toBeGreaterThanOrEqual(ETHER)
  })

  it('sees the number of the model’s block in contracts', async () => {
    const { chain, deployment } = model
    const data = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'getBlockNumber',
          stateMutability: 'view',
          inputs: [],
          outputs: [{ type: 'uint256' }],
        },
      ],
    })
    const call = { to: deployment.contracts.Multicall3.address, data }
    const at = chain.head - 4
    expect(Number(await rpc<Hex>(node.url, 'eth_call', call, numberToHex(at)))).toBe(at)
  })
})
