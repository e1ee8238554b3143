/** Claimed bonuses of the demo world: the grants of the first epochs are computed from the chain's logs, and some accounts claim theirs. */
import { createPublicClient, encodeFunctionData, http, type Address, type LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Auditor } from '@galx/operator/audit/auditor'
import { differenceText } from '@galx/operator/audit/differences'
import { ChainSource } from '@galx/operator/audit/io/chainSource'
import { auditedAddresses, createLogDecoder } from '@galx/operator/audit/io/decode'
import { termsOf } from '@galx/operator/audit/terms'
import { EMBEDDED_COSIGNER_KEY, EMBEDDED_SIGNER_KEY } from '@galx/operator/networks/embedded'
import { LogReader } from '@galx/operator/verify/logs'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { Deployment } from '@galx/protocol/deployment'
import { signedVoucher, voucherTypedData, type SignedVoucher, type Voucher } from '@galx/protocol/voucher'
import { rpc } from '../chain/rpc.ts'
import type { DemoTransaction } from './batch.ts'

/** Epochs that have ended when the accounts claim. */
const CLAIMED_EPOCHS = 20
/** Every third account has claimed. The other accounts can still claim. */
const CLAIMERS = 3
/** The number of further blocks that make a block final on the embedded chain. */
const FINALITY = 2
/** Seconds of a voucher's validity, the same as the signer's. */
const VALID = 31_536_000
const LOG_RANGE = 5_000n

/** @returns unix seconds at which the accounts claim */
export function bonusClaimTime({ rulesets, epochDuration }: Deployment): number {
  return (Number(rulesets[0]!.firstEpoch) + CLAIMED_EPOCHS) * epochDuration
}

/**
 * Mines blocks at `at` until the earlier epochs are final, and computes their grants.
 * @param at unix seconds, after the chain's last block
 * @returns one claim for each account, and the time of the last block
 */
export async function bonusClaims(
  rpcUrl: string,
  deployment: Deployment,
  people: readonly LocalAccount[],
  at: number,
): Promise<{ claims: DemoTransaction[]; at: number }> {
  for (let block = 0; block <= FINALITY; block += 1) {
    await rpc(rpcUrl, 'evm_setNextBlockTimestamp', at + block)
    await rpc(rpcUrl, 'evm_mine')
  }
  const { granted, signersNonce } = await computeGrants(rpcUrl, deployment)
  const to = deployment.contracts.RewardVouchers.address as Address
  const deadline = BigInt(bonusClaimTime(deployment) + VALID)
  const claims: DemoTransaction[] = []
  for (const [index, from] of people.entries()) {
    if (index % CLAIMERS !== 0) continue
    const vouchers = await Promise.all(
      granted(from.address).map((grant) =>
        signed(deployment, { ...grant, account: from.address, deadline, signersNonce }),
      ),
    )
    if (vouchers.length === 0) continue
    const data = encodeFunctionData({ abi: rewardVouchersAbi, functionName: 'claimMany', args: [vouchers] })
    claims.push({ from, to, data, what: `bonuses of demo account ${index}` })
  }
  return { claims, at: at + FINALITY }
}

type Grants = {
  /** an account's sums by program, above 0 */
  granted(account: Address): { program: bigint; cumulative: bigint }[]
  signersNonce: bigint
}

async function computeGrants(rpcUrl: string, deployment: Deployment): Promise<Grants> {
  const reader = createPublicClient({ transport: http(rpcUrl), ccipRead: false })
  const auditor = new Auditor({
    source: new ChainSource({
      nodes: [{ name: 'the embedded chain', reader, logs: new LogReader(reader, LOG_RANGE) }],
      decoder: createLogDecoder(deployment),
      everyHeader: false,
    }),
    deployment,
    terms: termsOf(deployment, auditedAddresses(deployment)),
    // The contracts are not read here.
    draw: () => 0,
    stolen: new Map(),
    files: undefined,
    differ: (difference) => {
      throw new Error(`Demo data: ${differenceText(difference)}`)
    },
    onClosed: () => {},
  })
  await auditor.advance()
  const { accounts, grants } = auditor.world
  return {
    granted(account) {
      // The audit has lowercase addresses, like the logs.
      const index = accounts.indexOf(account.toLowerCase() as Address)
      return [...grants].flatMap(([program, { cumulative }]) => {
        const sum = cumulative.get(index) ?? 0n
        return sum > 0n ? [{ program, cumulative: sum }] : []
      })
    },
    signersNonce: auditor.record.signers.named.at(-1)!.nonce,
  }
}

async function signed({ chainId, contracts }: Deployment, voucher: Voucher): Promise<SignedVoucher> {
  const data = voucherTypedData(chainId, contracts.RewardVouchers.address as Address, voucher)
  const [signature, coSignature] = await Promise.all(
    [EMBEDDED_SIGNER_KEY, EMBEDDED_COSIGNER_KEY].map((key) => privateKeyToAccount(key).signTypedData(data)),
  )
  return signedVoucher(voucher, signature!, coSignature!)
}
