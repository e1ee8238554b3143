/** A contract that reverts with OffchainLookup (EIP-3668): a library's client would fetch the named URL from the operator's machine. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeErrorResult, parseAbi, type Address, type Hex } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { localKey } from '../src/chain/transactionKey.ts'
import { openReader, openSession } from '../src/deploy/session.ts'
import { DEPLOYER_KEY } from './support/publicChain.ts'

const lookupAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const tokenAbi = parseAbi(['function symbol() view returns (string)', 'function approve(address, uint256)'])
const CONTRACT: Address = `0x${'c0'.repeat(20)}`

let node: Server
let elsewhere: Server
let fetched: string[]
let calls: number

beforeEach(async () => {
  ;[fetched, calls] = [[], 0]
  elsewhere = await listen((text) => {
    fetched.push(text)
    return {}
    // A client that follows the URL would ask the contract again after each answer, and the contract would name the same URL forever.
  }, 500)
  // The second URL has no {data}, so it would be requested by POST.
  const urls = [`${urlOf(elsewhere)}/{sender}/{data}`, urlOf(elsewhere)]
  const data = encodeErrorResult({
    abi: lookupAbi,
    errorName: 'OffchainLookup',
    args: [CONTRACT, urls, '0x1234', '0x12345678', '0x'],
  })
  node = await listen((text) => {
    const asked = JSON.parse(text) as Request | Request[]
    return Array.isArray(asked) ? asked.map((one) => answer(one, data)) : answer(asked, data)
  })
})
afterEach(() => {
  for (const server of [node, elsewhere]) {
    server?.closeAllConnections()
    server?.close()
  }
})

type Request = { id: number; method: string }

function answer({ id, method }: Request, data: Hex) {
  const frame = { jsonrpc: '2.0', id }
  if (method !== 'eth_call') return { ...frame, result: '0x1' }
  calls += 1
  return { ...frame, error: { code: 3, message: 'execution reverted', data } }
}

async function listen(give: (text: string) => unknown, statusCode = 200): Promise<Server> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += String(part)
    response.writeHead(statusCode, { 'content-type': 'application/json' })
    response.end(JSON.stringify(give(text)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('a command that reads a contract with OffchainLookup fetches nothing', async () => {
  const reader = await openReader(urlOf(node))
  const read = reader.readContract({ address: CONTRACT, abi: tokenAbi, functionName: 'symbol' })
  await expect(read).rejects.toThrow('reverted')
  await expect(reader.call({ to: CONTRACT, data: '0x1234' })).rejects.toThrow('reverted')
  expect({ fetched, asked: calls > 0 }).toEqual({ fetched: [], asked: true })
})

it('a command that sends to a contract with OffchainLookup fetches nothing', async () => {
  const options = { key: localKey(DEPLOYER_KEY), chainId: 1, development: false, log: () => {} }
  const session = await openSession({ rpcUrl: urlOf(node), ...options })
  const call = { address: CONTRACT, abi: tokenAbi, functionName: 'approve', args: [CONTRACT, 1n] }
  await expect(session.call('the approval', call)).rejects.toThrow('the approval: ')
  expect({ fetched, asked: calls > 0 }).toEqual({ fetched: [], asked: true })
})
