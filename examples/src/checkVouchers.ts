/**
 * Recovers the two signers of each voucher of the last closed epochs, and compares them with RewardVouchers' signer and co-signer.
 * Exits with 1 if a voucher has another signature.
 */
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { EpochsData } from '@galx/protocol/http/bonuses'
import type { PublicVoucher, VouchersData } from '@galx/protocol/http/vouchers'
import { voucherSigners } from '@galx/protocol/voucher'
import type { Address } from 'viem'
import { LOCAL, openApp } from './app.ts'

const [origin = LOCAL] = process.argv.slice(2)
const { config, chain, call } = await openApp(origin)
const contract = { address: config.contracts.RewardVouchers, abi: rewardVouchersAbi } as const
const [signer, coSigner, nonce] = await Promise.all([
  chain.readContract({ ...contract, functionName: 'signer' }),
  chain.readContract({ ...contract, functionName: 'coSigner' }),
  chain.readContract({ ...contract, functionName: 'signersNonce' }),
])

let wrong = 0
const { list: epochs } = await call<EpochsData>('/api/epochs')
for (const { epoch } of epochs) {
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: VouchersData = await call(`/api/vouchers/${epoch}${cursor && `?cursor=${cursor}`}`)
    for (const voucher of page.list) await check(voucher)
    cursor = page.nextCursor
  }
}
process.exitCode = wrong > 0 ? 1 : 0

async function check(listed: PublicVoucher): Promise<void> {
  const { account, program, cumulative } = listed
  // A later naming of a signer has voided the voucher.
  if (BigInt(listed.signersNonce) !== nonce) return
  const voucher = {
    program: BigInt(listed.programId),
    account: account as Address,
    cumulative: BigInt(cumulative),
    deadline: BigInt(listed.deadline),
    signersNonce: nonce,
  }
  const found = await voucherSigners(config.chainId, contract.address, voucher, listed)
  const isGood = found.signer === signer.toLowerCase() && found.coSigner === coSigner.toLowerCase()
  console.log(`${isGood ? 'good' : 'WRONG'}: ${cumulative} wei of ${program} for ${account}`)
  if (!isGood) wrong++
}
