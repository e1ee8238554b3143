import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256, toRlp, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { ModelChain } from '../src/chain.ts'
import { listFeed, type FeedLog } from '../src/feed.ts'
import { hashHeader, headerFields, headerJson } from '../src/header.ts'

const ADDRESS = `0x${'5a'.repeat(20)}`
const TOPIC = `0x${'7b'.repeat(32)}`
const ANCHOR = { number: 60_000_000, time: 1_760_000_000_000 }
const LOGS: FeedLog[] = [60_000_100, 60_000_100, 60_000_250].map((block, index) => ({
  block,
  address: ADDRESS,
  topics: [TOPIC],
  data: `0x${index.toString(16).padStart(64, '0')}`,
}))

function makeChain(options: { segment?: number; forkAt?: number } = {}) {
  return new ModelChain({ feed: listFeed(LOGS), anchor: ANCHOR, head: 60_001_000, ...options })
}
function setBits(bloom: unknown): number {
  return [...Buffer.from(String(bloom).slice(2), 'hex')].reduce(
    (sum, byte) => sum + byte.toString(2).replaceAll('0', '').length,
    0,
  )
}
function mayHold(bloom: unknown, value: Hex): boolean {
  const hash = keccak256(value)
  return [2, 6, 10].every((offset) => {
    const bit = Number.parseInt(hash.slice(offset, offset + 4), 16) % 2048
    return (Number.parseInt(String(bloom).at(-1 - (bit >> 2))!, 16) >> (bit & 3)) % 2 === 1
  })
}

describe('a header of mainnet', () => {
  it.each([116663999, 116664000])('%i hashes to its hash, and decoding reverses encoding', (number) => {
    const path = join(import.meta.dirname, `recorded/bsc${number}.json`)
    const recorded = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    const fields = headerFields(recorded)
    expect(`0x${hashHeader(fields).toString('hex')}`).toBe(recorded.hash)
    expect(recorded).toMatchObject(headerJson(fields))
  })

  it('has the fields of a block of the model', () => {
    const path = join(import.meta.dirname, 'recorded/bsc116663999.json')
    const recorded = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    const block = makeChain().block(60_000_001, false)
    expect(Object.keys(block).sort()).toEqual(Object.keys(recorded).sort())
    for (const [name, value] of Object.entries(recorded)) expect(typeof block[name], name).toBe(typeof value)
    expect(String(block.extraData)).toHaveLength(String(recorded.extraData).length)
  })
})

describe('blocks of the model', () => {
  it('have the hash that clients compute', () => {
    const header = makeChain().header(60_000_100)
    const names = Object.keys(header).filter(
      (name) => !['hash', 'totalDifficulty', 'milliTimestamp', 'size'].includes(name),
    )
    const numbers = ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'baseFeePerGas']
    const list = names.map((name): Hex => {
      const value = String(header[name])
      if (![...numbers, 'blobGasUsed', 'excessBlobGas'].includes(name)) return value as Hex
      const digits = value.slice(2).replace(/^0/, '')
      return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
    })
    expect(keccak256(toRlp(list))).toBe(header.hash)
  })

  it('contain the hashes of their parents, except the first block of a segment', () => {
    const chain = makeChain({ segment: 8 })
    for (let number = 60_000_000; number < 60_000_032; number += 1) {
      const isLinked = chain.header(number).parentHash === chain.hashOf(number - 1)
      expect(isLinked, String(number)).toBe(number % 8 !== 0)
    }
  })

  it('are the same in any order of requests', () => {
    const [one, other] = [makeChain(), makeChain()]
    const backwards = [60_000_300, 60_000_200, 60_000_100].map((number) => one.hashOf(number))
    expect([60_000_100, 60_000_200, 60_000_300].map((number) => other.hashOf(number)).reverse()).toEqual(
      backwards,
    )
  })

  it('appear every 450 ms, several in one second, with the milliseconds in mixHash', () => {
    const headers = [0, 1, 2, 3].map((place) => makeChain().header(60_000_000 + place))
    expect(headers.map(({ timestamp }) => Number(timestamp) - 1_760_000_000)).toEqual([0, 0, 0, 1])
    expect(headers.map(({ mixHash }) => Number(mixHash))).toEqual([0, 450, 900, 350])
    expect(headers.map(({ milliTimestamp }) => Number(milliTimestamp) % 1000)).toEqual([0, 450, 900, 350])
  })

  it('find the first block of a second', () => {
    const chain = makeChain()
    for (const seconds of [1_760_000_000, 1_760_000_001, 1_760_086_400]) {
      const number = chain.firstAt(seconds)
      expect(Number(chain.header(number).timestamp)).toBe(seconds)
      expect(Number(chain.header(number - 1).timestamp)).toBeLessThan(seconds)
    }
  })

  it('have the size of real blocks, and filters with as many set bits', () => {
    const chain = makeChain()
    const blocks = Array.from({ length: 300 }, (_, index) => chain.block(60_000_001 + index, false))
    const bytes = blocks.map((block) => JSON.stringify(block).length)
    const fill = blocks.map(({ logsBloom }) => setBits(logsBloom) / 2048)
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean(bytes)).toBeGreaterThan(8_400)
    expect(mean(bytes)).toBeLessThan(12_000)
    expect(mean(fill)).toBeGreaterThan(0.54)
    expect(mean(fill)).toBeLessThan(0.6)
    expect(Math.min(...fill)).toBeLessThan(0.47)
    expect(Math.max(...fill)).toBeGreaterThan(0.7)
  })

  it('have our logs in their filter, and our transactions among all others', () => {
    const chain = makeChain()
    const block = chain.block(60_000_100, false)
    for (const value of [ADDRESS, TOPIC] as Hex[]) expect(mayHold(block.logsBloom, value)).toBe(true)
    const logs = chain.logs(60_000_100, 60_000_100)
    expect(logs).toHaveLength(2)
    const transactions = block.transactions as string[]
    for (const { transactionHash, transactionIndex } of logs)
      expect(transactions[transactionIndex]).toBe(transactionHash)
    expect(new Set(transactions).size).toBe(transactions.length)
  })

  it('have one more hashed field after a fork', () => {
    const chain = makeChain({ forkAt: 60_000_003 })
    expect(chain.header(60_000_002)).not.toHaveProperty('forkRoot')
    const header = chain.header(60_000_003)
    const { forkRoot, ...known } = headerFields(header)
    expect(forkRoot).toHaveLength(32)
    expect(`0x${hashHeader(known).toString('hex')}`).not.toBe(header.hash)
  })

  it('appear with the clock while the chain runs', async () => {
    const chain = makeChain()
    chain.run()
    await expect.poll(() => chain.head, { timeout: 10_000 }).toBe(60_001_001)
    chain.moveTo(60_002_000)
    expect(chain.advance(2)).toBe(60_002_002)
  })
})
