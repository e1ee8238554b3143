/**
 * Compares CIDs with those of ipfs-unixfs-importer 15: CIDv1, raw leaves, chunks of 262144, 174 links. The signed text of a release names this
 * profile, because a new IPFS repository may have other defaults.
 */
import { expect, test } from 'vitest'
import { cidOf } from '../src/export/cid.ts'

const header = Buffer.from('header\n')
const empty = Buffer.from('part 00\n')
const large = Uint8Array.from({ length: 262_144 * 3 + 5 }, (_, index) => index % 251)

test.each([
  ['an empty file', new Uint8Array(0), 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
  ['a file of one chunk', header, 'bafkreicwl4jj6rzh5s4ynakoaj4n2lilefjbcwnmdgqssjadqjrqfvremi'],
  ['a file of four chunks', large, 'bafybeigzhb75omzcbojlajia6n5rzwadeh3mej7b6bg3twe5qpxd6e3ure'],
  [
    'a file of two levels of links',
    new Uint8Array(262_144 * 175 + 1).fill(7),
    'bafybeia3cuyrmhp726n57aje7fkeshdjrify7ks4odp2sephs2q3cx4nfi',
  ],
  [
    'a folder',
    { '00.txt': empty, 'ff.txt': large },
    'bafybeidlkygjggh6qrniiuonnu3vtzi6snkrvd4t5aznejy6oafjpcs3i4',
  ],
  [
    'an epoch’s set',
    { parts: { 'ff.txt': large, '00.txt': empty }, 'header.txt': header },
    'bafybeidqa45vpnh7vadz6yqtqtikhys3xcgfaz3tb6wccru4otyp4ng5ym',
  ],
])('the address of %s', (_what, content, cid) => {
  expect(cidOf(content)).toBe(cid)
})
