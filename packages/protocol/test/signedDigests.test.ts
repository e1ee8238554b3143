// The digests that a wallet shows for the data that it signs.
import { describe, expect, it } from 'vitest'
import { calldataDigest, typedDataDigest } from '../src/clearSigning/digest.ts'

describe('digests of ERC-8213', () => {
  it('of calldata equal the standard’s own test case', () => {
    const transfer =
      '0xa9059cbb0000000000000000000000004675c7e5baafbffbca748158becba61ef3b0a2630000000000000000000000000000000000000000000000000de0b6b3a7640000'
    expect(calldataDigest(transfer)).toBe(
      '0x812cee5d9cc7461c04bbcd7b70af9c28b243ac5d74d3453b008b93b7dac69985',
    )
  })

  it('of typed data equal EIP-712’s own example', () => {
    const person = [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ]
    expect(
      typedDataDigest({
        domain: {
          name: 'Ether Mail',
          version: '1',
          chainId: 1,
          verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
        },
        types: {
          Person: person,
          Mail: [
            { name: 'from', type: 'Person' },
            { name: 'to', type: 'Person' },
            { name: 'contents', type: 'string' },
          ],
        },
        primaryType: 'Mail',
        message: {
          from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
          to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
          contents: 'Hello, Bob!',
        },
      }),
    ).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  })
})
