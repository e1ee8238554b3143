import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { headerHash, readHeader } from '../../src/chain/rpc/shapes.ts'

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
  'no field of a header of the version %s can be changed or omitted',
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

test('a missing field is hashed as empty before a present field', () => {
  const { parentBeaconBlockRoot: _without, ...header } = headers.Prague!
  const nulls = { ...header, parentBeaconBlockRoot: null }
  expect(headerHash(nulls)).toBe(headerHash(header))
  expect(headerHash(header)).not.toBe(headerHash({ ...header, requestsHash: undefined }))
})

test('a header with an unknown field keeps the node’s hash, and is marked as not computed', () => {
  const header = {
    ...headers.Prague!,
    blockAccessListHash: `0x${'ab'.repeat(32)}`,
    stateRoot: `0x${'5a'.repeat(32)}`,
  }
  expect(readHeader(header)).toMatchObject({ hash: headers.Prague!.hash, isComputed: false })
  expect(readHeader(headers.Prague)).toMatchObject({ isComputed: true })
  const unhashed = { ...headers.Prague!, milliTimestamp: '0x1', size: '0x2', transactions: [], uncles: [] }
  expect(readHeader(unhashed)).toMatchObject({ isComputed: true })
})
