/** A thread that signs: it holds the key, takes lists of vouchers and gives their signatures in the same order. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Voucher } from '@galx/protocol/voucher'
import type { Address, Hex } from 'viem'
import { signDigest } from './localSigner.ts'
import { voucherDigest } from './voucherDigest.ts'

export type SigningWork = { key: Hex; chainId: number; contract: Address }

const { key, chainId, contract } = workerData as SigningWork
const bytes = Buffer.from(key.slice(2), 'hex')
const digestOf = voucherDigest(chainId, contract)

parentPort!.on('message', ({ id, vouchers }: { id: number; vouchers: readonly Voucher[] }) => {
  parentPort!.postMessage({ id, signatures: vouchers.map((voucher) => signDigest(bytes, digestOf(voucher))) })
})
