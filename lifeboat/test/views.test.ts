import { aggregate3Abi } from '@galx/protocol/multicall3'
import { decodeFunctionData, encodeFunctionResult, parseAbi, zeroAddress, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { NodeError } from '../src/node.ts'
import { readAll, view } from '../src/views.ts'

const abi = parseAbi(['function total() view returns (uint256)'])
const aggregate = parseAbi(['function aggregate3() view returns ((bool success, bytes returnData)[])'])

it('gives null for a contract that reverts, has no code or answers with invalid bytes, and gives the other answers', async () => {
  const good = encodeFunctionResult({ abi, functionName: 'total', result: 7n })
  const answers = [
    { success: true, returnData: good },
    { success: false, returnData: good },
    { success: true, returnData: '0x' },
    { success: true, returnData: '0x01' },
    { success: true, returnData: good },
  ] as const
  const request = () =>
    Promise.resolve(
      encodeFunctionResult({ abi: aggregate, functionName: 'aggregate3', result: [...answers] }),
    )
  const total = view(zeroAddress, abi, 'total', [])
  expect(await readAll(request, zeroAddress, { one: total, more: [total, total, total, total] })).toEqual({
    one: 7n,
    more: [null, null, null, 7n],
  })
})

describe('a node that refuses calls of more than three views', () => {
  const total = view(zeroAddress, abi, 'total', [])
  const [MOST, ALL] = [3, 10]

  function node(error: NodeError) {
    let count = 0n
    const sizes: number[] = []
    const request = async (_: string, params: readonly unknown[] = []) => {
      const [{ data }] = params as [{ data: Hex }]
      const { args } = decodeFunctionData({ abi: aggregate3Abi, data })
      sizes.push(args[0].length)
      if (args[0].length > MOST) throw error
      const result = args[0].map(() => ({
        success: true,
        returnData: encodeFunctionResult({ abi, functionName: 'total', result: (count += 1n) }),
      }))
      return encodeFunctionResult({ abi: aggregate, functionName: 'aggregate3', result })
    }
    return { request, sizes }
  }

  it.each([
    new NodeError('out of gas', -32000),
    new NodeError('execution aborted (timeout = 5s)', -32000),
    new NodeError('response size exceeded', -32005),
    new NodeError('Request Entity Too Large', 413),
  ])('as too large (“$message”) is asked for halves', async (error) => {
    const { request } = node(error)
    const { all } = await readAll(request, zeroAddress, { all: Array.from({ length: ALL }, () => total) })
    expect(all).toEqual(Array.from({ length: ALL }, (_, index) => BigInt(index + 1)))
  })

  it('for another reason is not asked more often', async () => {
    const { request, sizes } = node(new NodeError('over rate limit', -32016))
    const read = readAll(request, zeroAddress, { all: Array.from({ length: ALL }, () => total) })
    await expect(read).rejects.toThrow('over rate limit')
    expect(sizes).toEqual([ALL])
  })
})
