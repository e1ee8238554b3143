/** The text that the release key signs: wallets and the app depend on each of its bytes. */
import { expect, it } from 'vitest'
import { isOlder, isVersion, releaseText, type Release } from '../src/release.ts'

const RELEASE: Release = {
  version: '1.4.0',
  chainId: 56,
  hash: `0x${'ab'.repeat(32)}`,
  cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  leastSafe: '1.2.0',
  signedAt: 1_800_000_000,
}

it('says how the address in IPFS is computed', () => {
  expect(releaseText(RELEASE)).toBe(
    [
      'GALX release 1.4.0',
      '',
      'Chain: 56',
      'Hash of all files: 0xabababababababababababababababababababababababababababababababab',
      'IPFS (CIDv1, raw leaves, chunks of 262144, 174 links): bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
      'Oldest version that is safe: 1.2.0',
      'Signed at: 2027-01-15T08:00:00.000Z',
    ].join('\n'),
  )
})

it('names a lifeboat and a checkpoint', () => {
  const checkpoint = { number: 116_664_000, hash: `0x${'cd'.repeat(32)}`, time: 1_787_000_000 } as const
  const lines = releaseText({ ...RELEASE, lifeboat: `0x${'ef'.repeat(32)}`, checkpoint }).split('\n')
  expect(lines[5]).toBe(`SHA-256 of the lifeboat: 0x${'ef'.repeat(32)}`)
  expect(lines.slice(-2)).toEqual([
    `Checkpoint: block 116664000 0x${'cd'.repeat(32)}`,
    'Checkpoint of: 2026-08-17T20:53:20.000Z',
  ])
})

it('orders versions, and a candidate before its version', () => {
  const versions = [
    '0.9.10',
    '1.0.0-rc.1',
    '1.0.0-rc.2',
    '1.0.0-rc.10',
    '1.0.0',
    '1.0.1-rc.1',
    '1.2.0',
    '10.0.0',
  ]
  for (const [index, version] of versions.entries())
    for (const [place, other] of versions.entries())
      expect(isOlder(version, other), `${version} ${other}`).toBe(index < place)
  expect(versions.every(isVersion)).toBe(true)
  for (const text of ['1.0', '1.0.0-rc', '1.0.0-rc.0', '1.0.0-rc.01', '1.0.0-beta.1', 'v1.0.0', 1])
    expect(isVersion(text), String(text)).toBe(false)
})
