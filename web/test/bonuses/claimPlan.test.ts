import { encodeErrorResult } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { signedVoucher } from '@galx/protocol/voucher'
import type { HexString } from '@galx/protocol/webConfig'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Claim } from '../../src/bonuses/claimModel.ts'
import { callOf } from '../../src/bonuses/claimModel.ts'
import { claimPlan } from '../../src/bonuses/claimPlan.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { encodeCall } from '../../src/core/transactions/calldata.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { ACCOUNT, config } from '../staking/fixtures.ts'

function claim(program: bigint): Claim {
  const voucher = {
    program,
    account: ACCOUNT as HexString,
    cumulative: 100n,
    deadline: 1_900_000_000n,
    signersNonce: 1n,
  }
  const signature = `0x${'1'.repeat(64)}${'2'.repeat(64)}1b` as const
  return {
    program: 'galx',
    token: 'GALX',
    open: 100n,
    payable: 100n,
    voucher: signedVoucher(voucher, signature, signature),
    obstacle: null,
  }
}
const drawn = claim(7n)
const good = claim(8n)

const reverted = {
  error: {
    code: 3,
    message: 'execution reverted',
    data: encodeErrorResult({ abi: rewardVouchersAbi, errorName: 'RewardVouchers_ClaimsPaused', args: [1n] }),
  },
}
const busy = { error: { code: -32016, message: 'over rate limit' } }

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config } })
  useWalletStore.setState({ connected: null })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('leaves out a voucher that the contract refuses, and keeps a voucher that a node does not simulate', async () => {
  const dataOf = (pools: 'galx'[], claims: Claim[]) => encodeCall(callOf(ACCOUNT, pools, claims), config).data
  const answers = {
    [dataOf(['galx'], [drawn, good])]: reverted,
    [dataOf([], [drawn])]: reverted,
    [dataOf([], [good])]: busy,
    [dataOf(['galx'], [good])]: { result: '0x' },
  }
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const [{ data }] = (JSON.parse(body) as { params: [{ data: string }] }).params
    return Promise.resolve(new Response(JSON.stringify(answers[data])))
  })
  const plan = await claimPlan(ACCOUNT, ['galx'], ['GALX'], [drawn, good])
  expect(plan.call).toEqual(callOf(ACCOUNT, ['galx'], [good]))
  expect(plan.leftOut).toHaveLength(1)
})
