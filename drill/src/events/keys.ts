/** Possible events of the two keys of vouchers: one is stolen, or the co-signer is away. */
import { createPublicClient, http, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { EMBEDDED_COSIGNER_KEY, EMBEDDED_SIGNER_KEY } from '@galx/operator/networks/embedded'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { signedVoucher, voucherTypedData, type Voucher } from '@galx/protocol/voucher'
import { now } from '../clock.ts'
import { hostOf } from '../machines/machines.ts'
import { KEEPER } from '../machines/place.ts'
import { ask, askText, sampleOf } from '../requests.ts'
import { until } from '../waiting.ts'
import { failures, successes, time, type DrillEvent } from './event.ts'

const MINUTES = 60_000

export const keyStolen: DrillEvent = {
  key: 'key',
  title: 'one key of vouchers stolen',
  goal: 'either key alone draws nothing, and the co-signer signs nothing false',
  run: async (world) => {
    const { chain, machines } = world
    const { deployment, peopleUrl } = chain
    const contract = deployment.contracts.RewardVouchers.address as Address
    const reader = createPublicClient({ transport: http(peopleUrl), ccipRead: false })
    const vouchers = { address: contract, abi: rewardVouchersAbi } as const
    const program = BigInt(deployment.programs.galx!.id)
    const thief = `0x${'66'.repeat(20)}` as const
    const [vested, signersNonce] = await Promise.all([
      reader.readContract({ ...vouchers, functionName: 'claimable', args: [program] }),
      reader.readContract({ ...vouchers, functionName: 'signersNonce' }),
    ])
    const unearned: Voucher = {
      program,
      account: thief,
      cumulative: vested > 0n ? vested : 1n,
      deadline: 2n ** 40n,
      signersNonce,
    }
    const typed = voucherTypedData(deployment.chainId, contract, unearned)
    /** Tries a voucher with both signatures by this one key. @returns the contract's error, or `paid` */
    const refusalOf = async (key: Hex): Promise<string> => {
      const signature = await privateKeyToAccount(key).signTypedData(typed)
      return reader
        .simulateContract({
          ...vouchers,
          functionName: 'claim',
          args: [signedVoucher(unearned, signature, signature)],
          account: thief,
        })
        .then(
          () => 'paid',
          (error: Error) => /RewardVouchers_\w+/.exec(error.message)?.[0] ?? error.message,
        )
    }
    const byContract = [await refusalOf(EMBEDDED_SIGNER_KEY), await refusalOf(EMBEDDED_COSIGNER_KEY)]
    const types = { EIP712Domain: DOMAIN_TYPE, ...typed.types }
    const text = JSON.stringify({ ...typed, types }, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    const coSigner = deployment.roles.voucherCoSigner
    const { body } = await ask(`http://127.0.0.1:${hostOf(machines, KEEPER).ports.coSigner}`, {
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_signTypedData_v4',
        params: [coSigner, text],
      }),
    })
    const { error } = JSON.parse(body) as { error?: { message: string } }
    const refused = byContract.join() === 'RewardVouchers_CoSignatureInvalid,RewardVouchers_SignatureInvalid'
    return {
      measured: `the contract: ${byContract.join(', ')}; the co-signer: ${error?.message ?? 'signed'}`,
      passed: refused && error !== undefined,
    }
  },
}

const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

export const coSignerAway: DrillEvent = {
  key: 'cosigner',
  title: 'the co-signer is away',
  goal: 'bonuses wait and say so, nothing else stops; signed within 60 s after its return',
  run: async (world) => {
    const { machines, processes } = world
    const { signer } = hostOf(machines, KEEPER).ports
    const figure = async (name: string, labels = '') =>
      sampleOf(await askText(`http://127.0.0.1:${signer}/metrics`).catch(() => ''), name, labels)
    const waits = async () => (await figure('galx_signer_waits', 'reason="coSigner"')) === 1
    // The signer starts with all epochs of the demo world.
    await until(
      'signed vouchers',
      15 * MINUTES,
      async () => (await figure('galx_signer_signed_epoch')) !== null,
    )
    const since = now()
    await processes.kill(`${KEEPER}-galx-cosigner`)
    await until('bonuses that wait for the co-signer', 5 * MINUTES, waits)
    const said = now() - since
    const before = (await figure('galx_signer_signed_epoch'))!
    const names = ['reads', 'readsB', 'nonces', 'noncesB', 'pooled', 'direct'] as const
    const waiting = now()
    await until('work meanwhile', MINUTES, () => names.every((name) => successes(world, name, waiting) >= 50))
    const { count, words } = failures(world, names, since)
    const back = now()
    await processes.revive(`${KEEPER}-galx-cosigner`)
    await until('signed vouchers again', 5 * MINUTES, async () => {
      return ((await figure('galx_signer_signed_epoch')) ?? 0) > before && !(await waits())
    })
    const took = now() - back
    return {
      measured: `said so after ${time(said)}; ${count} failed requests meanwhile${count > 0 ? ` (${words})` : ''}; signed ${time(took)} after its return`,
      passed: count === 0 && took <= MINUTES,
    }
  },
}
