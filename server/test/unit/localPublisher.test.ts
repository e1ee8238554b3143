/** Publications are signed by a native library, whose output must equal that of the field's common library. */
import fc from 'fast-check'
import { toHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { localPublisher } from '../../src/signer/publisher.ts'

const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) =>
    toHex(bytes.map((byte, index) => (index === 0 ? byte & 0x7f : index === 31 ? byte | 1 : byte))),
  )

it('signs the same bytes as viem', async () => {
  await fc.assert(
    fc.asyncProperty(
      key,
      fc.record({
        chainId: fc.constantFrom(56, 97),
        nonce: fc.nat(),
        gas: fc.bigInt(21_000n, 30_000_000n),
        gasPrice: fc.bigInt(0n, 10n ** 13n),
        data: fc.uint8Array({ maxLength: 200 }).map((bytes) => toHex(bytes)),
      }),
      async (privateKey: Hex, rest) => {
        const account = privateKeyToAccount(privateKey)
        const publisher = localPublisher(privateKey)
        const transaction = { ...rest, to: '0x1111111111111111111111111111111111111111' } as const
        expect(publisher.address).toBe(account.address.toLowerCase())
        expect(await publisher.sign({ ...transaction, from: account.address })).toBe(
          await account.signTransaction({ ...transaction, type: 'legacy' }),
        )
      },
    ),
    { numRuns: 100 },
  )
})
