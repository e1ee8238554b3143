import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bloomBits, mayHold, mayHoldLog } from '../../src/chain/rpc/bloom.ts'
import { headerHash } from '../../src/chain/rpc/headerHash.ts'
import { LogTable } from '../../src/chain/rpc/logTable.ts'
import { readHeader } from '../../src/chain/rpc/shapes.ts'

const { headers } = JSON.parse(readFileSync(new URL('publishedHeaders.json', import.meta.url), 'utf8')) as {
  headers: Record<string, Record<string, string>>
}

test.each(Object.entries(headers))(
  'the hash of a published header of the version %s is computed',
  (_, header) => {
    expect(headerHash(header)).toBe(header.hash)
    expect(readHeader(header)).toMatchObject({ hash: header.hash, parentHash: header.parentHash })
  },
)

test.each(Object.entries(headers))(
  'no field of a header of the version %s can be changed or left out',
  (_, header) => {
    for (const [name, value] of Object.entries(header)) {
      if (name === 'hash') continue
      const last = value.at(-1) === '1' ? '2' : '1'
      const changed = { ...header, [name]: value === '0x' ? '0x11' : `${value.slice(0, -1)}${last}` }
      expect(() => readHeader(changed), name).toThrow(expect.objectContaining({ kind: 'forged' }) as Error)
      // A zero is hashed as nothing.
      if (value === '0x0' && name !== 'number') continue
      const { [name]: _left, ...fewer } = header
      expect(headerHash(fewer), name).not.toBe(header.hash)
    }
  },
)

test('a field that a version does not have is hashed as empty before one that it has', () => {
  const { parentBeaconBlockRoot: _without, ...header } = headers.Prague!
  const nulls = { ...header, parentBeaconBlockRoot: null }
  expect(headerHash(nulls)).toBe(headerHash(header))
  expect(headerHash(header)).not.toBe(headerHash({ ...header, requestsHash: undefined }))
})

test('a log is in its block’s bloom filter with its address and all its topics', () => {
  const { logsBloom } = headers.London!
  const inside = `0x${'7d'.repeat(20)}`
  const filter = [...bloomBits(inside), ...bloomBits(`0x${'aa'.repeat(32)}`)].reduce(
    (digits, [digit, mask]) => {
      digits[digit] = (Number.parseInt(digits[digit]!, 16) | mask).toString(16)
      return digits
    },
    [...`0x${'0'.repeat(512)}`],
  )
  const [topic, other] = ['aa', 'bb'].map((byte) => `0x${byte.repeat(32)}`) as [string, string]
  const hash = `0x${'00'.repeat(32)}`
  const holds = (address: string, topics: string[]) => {
    const log = {
      ...{ address, topics, data: '0x', blockNumber: 1, logIndex: 0 },
      blockHash: hash,
      transactionHash: hash,
    }
    return mayHoldLog(filter.join(''), LogTable.of([log]), 0)
  }
  expect(holds(inside, [topic])).toBe(true)
  expect(holds(inside, [topic, other])).toBe(false)
  expect(holds(`0x${'7e'.repeat(20)}`, [topic])).toBe(false)
  expect(mayHold(logsBloom!, bloomBits(inside))).toBe(false)
})

test.each([...'0123456789abcdef'])('each bit of the digit %s is seen', (digit) => {
  for (const mask of [1, 2, 4, 8])
    expect(mayHold(`0x${digit}`, [[2, mask]])).toBe((Number.parseInt(digit, 16) & mask) !== 0)
})
