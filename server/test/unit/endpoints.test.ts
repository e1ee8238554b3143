import { expect, test } from 'vitest'
import { Endpoints, WrongChainError } from '../../src/chain/rpc/endpoints.ts'
import { NodeFaultError, type NodeFaultKind } from '../../src/chain/rpc/fault.ts'
import type { Ask } from '../../src/chain/rpc/jsonRpc.ts'
import { paperHeader } from '../support/paperHeader.ts'

const genesis = paperHeader({ number: 0, parentHash: `0x${'00'.repeat(32)}`, timestamp: 1 })
const { signal } = new AbortController()

function scene(...names: string[]) {
  let now = 0
  const asked: string[] = []
  const faults = new Map<string, NodeFaultKind>()
  const endpoints = new Endpoints(
    names.map((name) => {
      const ask: Ask = () => {
        asked.push(name)
        const fault = faults.get(name)
        return fault ? Promise.reject(new NodeFaultError(fault, `${name} fails`)) : Promise.resolve([genesis])
      }
      return { name, ask }
    }),
    genesis.hash,
    () => now,
  )
  const used = async () => {
    const endpoint = await endpoints.use(signal)
    await endpoints.ask(endpoint, (ask) => ask([], signal), signal)
    return endpoint.name
  }
  return { endpoints, used, asked, faults, pass: (milliseconds: number) => void (now += milliseconds) }
}

test('the first node is used while it answers; when it is silent the next is used at once and the first rests', async () => {
  const { used, faults, asked, pass } = scene('first', 'second')
  expect(await used()).toBe('first')
  faults.set('first', 'unreachable')
  await expect(used()).rejects.toThrow('first fails')
  asked.length = 0
  for (let round = 0; round < 5; round += 1) expect(await used()).toBe('second')
  expect(asked).not.toContain('first')
  // The first node's rest is over. It is asked beside the second node, and nobody waits for its answer.
  pass(5_001)
  expect(await used()).toBe('second')
  expect(asked).toContain('first')
  // The first node was still silent, so its next rest is longer.
  asked.length = 0
  pass(9_000)
  expect(await used()).toBe('second')
  expect(asked).not.toContain('first')
  faults.delete('first')
  pass(1_100)
  expect(await used()).toBe('second')
  expect(await used()).toBe('first')
})

test('a node that answers beside the others, but is silent at work, rests longer each time', async () => {
  const { endpoints, faults, asked, pass } = scene('first', 'second')
  const silent = () => Promise.reject(new NodeFaultError('unreachable', 'no answer in time'))
  let tries = 0
  for (let second = 0; second < 300; second += 1) {
    pass(1_000)
    const endpoint = await endpoints.use(signal)
    if (endpoint.name === 'second') continue
    tries += 1
    await expect(endpoints.ask(endpoint, silent, signal)).rejects.toThrow('no answer in time')
  }
  expect(asked).toContain('first')
  // The first node is tried again after 5, 10, 20, 40 and then 60 seconds. Each attempt costs the time limit of a range.
  expect(tries).toBeLessThan(10)
  // An answer to a real request clears the faults of the node.
  pass(60_001)
  await endpoints.use(signal)
  const endpoint = await endpoints.use(signal)
  expect(endpoint.name).toBe('first')
  endpoints.recordSuccess(endpoint)
  faults.set('first', 'unreachable')
  await expect(endpoints.ask(endpoint, (ask) => ask([], signal), signal)).rejects.toThrow('first fails')
  faults.delete('first')
  pass(5_001)
  await endpoints.use(signal)
  expect((await endpoints.use(signal)).name).toBe('first')
})

test('while all nodes rest, the node whose rest ends first is asked', async () => {
  const { used, faults, endpoints } = scene('first', 'second')
  faults.set('first', 'unreachable').set('second', 'behind')
  await expect(used()).rejects.toThrow('first fails')
  await expect(used()).rejects.toThrow('second fails')
  expect(endpoints.anyAvailable).toBe(false)
  await expect(used()).rejects.toThrow('second fails')
  faults.clear()
  expect(await used()).toBe('second')
})

test('a node of another chain is not used while others serve ours; if more than half serve another chain, nothing continues', async () => {
  const own = (hash: string) => ({ name: hash, ask: (() => Promise.resolve([genesis])) as Ask })
  const other = paperHeader({ number: 0, parentHash: `0x${'f1'.repeat(32)}`, timestamp: 1 })
  const stranger = (name: string) => ({ name, ask: (() => Promise.resolve([other])) as Ask })
  const one = new Endpoints([stranger('first'), own('second'), own('third')], genesis.hash)
  await expect(one.use(signal)).rejects.toMatchObject({ kind: 'foreign' })
  expect((await one.use(signal)).name).toBe('second')
  const most = new Endpoints([stranger('first'), stranger('second'), own('third')], genesis.hash)
  await expect(most.use(signal)).rejects.toMatchObject({ kind: 'foreign' })
  await expect(most.use(signal)).rejects.toThrow(WrongChainError)
  await expect(new Endpoints([stranger('only')], genesis.hash).use(signal)).rejects.toThrow(WrongChainError)
})

test('peers are the other nodes that answer', async () => {
  const { endpoints, used, faults } = scene('first', 'second', 'third')
  await used()
  expect(endpoints.peers('first', signal).map(({ name }) => name)).toEqual(['second', 'third'])
  const [second] = endpoints.peers('first', signal)
  faults.set('second', 'refused')
  await endpoints.ask(second!, (ask) => ask([], signal), signal).catch(() => {})
  expect(endpoints.peers('first', signal).map(({ name }) => name)).toEqual(['third'])
  endpoints.recordSuccess(second!)
  expect(endpoints.peers('first', signal)).toHaveLength(2)
})
