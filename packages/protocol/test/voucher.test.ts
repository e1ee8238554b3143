import { readFileSync } from 'node:fs'
import {
  encodeFunctionData,
  hashTypedData,
  recoverTypedDataAddress,
  slice,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { rewardVouchersAbi } from '../src/abi/RewardVouchers.ts'
import {
  signedVoucher,
  voucherSigners,
  voucherTypedData,
  type Voucher,
  type VoucherSignature,
} from '../src/voucher.ts'

/** The file is written and checked by contracts/test/RewardVouchers/Vector.t.sol, which takes the values from the contract. */
const vector = JSON.parse(readFileSync(new URL('fixtures/voucher.json', import.meta.url), 'utf8')) as {
  program: string
  account: Address
  cumulative: string
  deadline: string
  chainId: number
  contract: Address
  signersNonce: string
  signerKey: Hex
  coSignerKey: Hex
  digest: Hex
  signature: VoucherSignature
  coSignature: VoucherSignature
}
const voucher: Voucher = {
  program: BigInt(vector.program),
  account: vector.account,
  cumulative: BigInt(vector.cumulative),
  deadline: BigInt(vector.deadline),
  signersNonce: BigInt(vector.signersNonce),
}
const typedData = voucherTypedData(vector.chainId, vector.contract, voucher)
const signer = privateKeyToAccount(vector.signerKey)
const coSigner = privateKeyToAccount(vector.coSignerKey)
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** @returns the signature as `signedVoucher` writes it, which is the same for the signer and the co-signer */
function onlySignature(of: Voucher, signature: Hex): VoucherSignature {
  const signed = signedVoucher(of, signature, signature)
  expect(signed).toEqual({ ...of, signature: signed.signature, coSignature: signed.signature })
  return signed.signature
}

/** Expects that the signature is refused as the signer's and as the co-signer's. */
function expectRefused(signature: Hex, message: string): void {
  const good: Hex = `${vector.signature.r}${vector.signature.vs.slice(2)}`
  expect(() => signedVoucher(voucher, signature, good)).toThrow(message)
  expect(() => signedVoucher(voucher, good, signature)).toThrow(message)
}

describe('a voucher', () => {
  it('has the digest that the contract computes', () => {
    expect(hashTypedData(typedData)).toBe(vector.digest)
  })

  it('is signed by both keys as the contract expects', async () => {
    const signature = await signer.signTypedData(typedData)
    const coSignature = await coSigner.signTypedData(typedData)
    expect(signedVoucher(voucher, signature, coSignature)).toEqual({
      ...voucher,
      signature: vector.signature,
      coSignature: vector.coSignature,
    })
    expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(signer.address)
    expect(await recoverTypedDataAddress({ ...typedData, signature: coSignature })).toBe(coSigner.address)
  })

  it('has another digest with any other field, chain or contract', () => {
    const other = '0x000000000000000000000000000000000000dEaD'
    const others = [
      voucherTypedData(vector.chainId, vector.contract, { ...voucher, program: voucher.program + 1n }),
      voucherTypedData(vector.chainId, vector.contract, { ...voucher, account: other }),
      voucherTypedData(vector.chainId, vector.contract, { ...voucher, cumulative: voucher.cumulative + 1n }),
      voucherTypedData(vector.chainId, vector.contract, { ...voucher, deadline: voucher.deadline + 1n }),
      voucherTypedData(vector.chainId, vector.contract, {
        ...voucher,
        signersNonce: voucher.signersNonce + 1n,
      }),
      voucherTypedData(97, vector.contract, voucher),
      voucherTypedData(vector.chainId, other, voucher),
    ]
    expect(new Set([vector.digest, ...others.map((data) => hashTypedData(data))]).size).toBe(8)
  })

  it('accepts its signature in each usual form, with any v', async () => {
    // several vouchers, so that both values of v occur
    const parities = new Set<bigint>()
    for (let deadline = 1n; deadline <= 12n; deadline++) {
      const changed = { ...voucher, deadline }
      const long = await signer.signTypedData(voucherTypedData(vector.chainId, vector.contract, changed))
      const signature = onlySignature(changed, long)
      parities.add(BigInt(signature.vs) >> 255n)
      const short: Hex = `${signature.r}${signature.vs.slice(2)}`
      expect(onlySignature(changed, short)).toEqual(signature)
      const zeroBased: Hex = `${slice(long, 0, 64)}${long.endsWith('1b') ? '00' : '01'}`
      expect(onlySignature(changed, zeroBased)).toEqual(signature)
    }
    expect(parities).toEqual(new Set([0n, 1n]))
  })

  it('refuses each signature that the contract would refuse', async () => {
    const { r, s, v } = await sign({ hash: vector.digest, privateKey: vector.signerKey })
    const flipped = (ORDER - BigInt(s)).toString(16).padStart(64, '0')
    expectRefused(`${r}${flipped}${v === 27n ? '1c' : '1b'}`, 'lower half')
    expectRefused(`${r}${s.slice(2)}1d`, 'v 27 or 28, not 29')
    for (const odd of ['0x', r, `${r}${s.slice(2)}1b00`, 'nonsense'] as Hex[])
      expectRefused(odd, '64 or 65 bytes')
  })

  it('returns the two signers, whether signatures have 64 or 65 bytes, and null for a signature that the contract refuses', async () => {
    const signature = await signer.signTypedData(typedData)
    const coSignature: Hex = `${vector.coSignature.r}${vector.coSignature.vs.slice(2)}`
    const keysOf = (signatures: { signature: Hex; coSignature: Hex }, of = voucher) =>
      voucherSigners(vector.chainId, vector.contract, of, signatures)
    const [first, second] = [signer, coSigner].map(({ address }) => address.toLowerCase())
    const expected = { signer: first, coSigner: second }
    expect(await keysOf({ signature, coSignature })).toEqual(expected)
    const changed = await keysOf(
      { signature, coSignature },
      { ...voucher, cumulative: voucher.cumulative + 1n },
    )
    expect([first, second]).not.toContain(changed.signer)
    expect([first, second]).not.toContain(changed.coSigner)
    const { r, s, v } = await sign({ hash: vector.digest, privateKey: vector.signerKey })
    const flipped = (ORDER - BigInt(s)).toString(16).padStart(64, '0')
    const refused: Hex = `${r}${flipped}${v === 27n ? '1c' : '1b'}`
    expect(await keysOf({ signature: refused, coSignature })).toEqual({ signer: null, coSigner: second })
    expect(await keysOf({ signature, coSignature: '0x' })).toEqual({ signer: first, coSigner: null })
    const nobody: Hex = `0x${'0'.repeat(128)}1b`
    expect(await keysOf({ signature: nobody, coSignature })).toEqual({ signer: null, coSigner: second })
  })

  it('fits the contract’s claim and claimMany', () => {
    const signed = { ...voucher, signature: vector.signature, coSignature: vector.coSignature }
    const one = encodeFunctionData({ abi: rewardVouchersAbi, functionName: 'claim', args: [signed] })
    expect(one.length).toBe(2 + 2 * (4 + 9 * 32))
    const many = encodeFunctionData({ abi: rewardVouchersAbi, functionName: 'claimMany', args: [[signed]] })
    expect(many.endsWith(one.slice(10))).toBe(true)
  })
})
