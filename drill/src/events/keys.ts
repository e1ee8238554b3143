/** Possible events of the two keys of vouchers: one is stolen, or the co-signer is away. */
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { EMBEDDED_COSIGNER_KEY, EMBEDDED_SIGNER_KEY } from '@galx/operator/networks/embedded'
import { signedVoucher, type Voucher } from '@galx/protocol/voucher'
import { now } from '../clock.ts'
import { hostOf } from '../machines/machines.ts'
import { KEEPER } from '../machines/place.ts'
import { askText, sampleOf } from '../requests.ts'
import { voucherDesk, type VoucherDesk } from '../vouchers.ts'
import { until } from '../waiting.ts'
import type { World } from '../world.ts'
import { failures, successes, time, type DrillEvent, type Outcome } from './event.ts'

const MINUTES = 60_000
/** The time in which the demo world's past epochs are published and signed. */
const FIRST_VOUCHERS = 15 * MINUTES

export const keyStolen: DrillEvent = {
  key: 'key',
  title: 'one key of vouchers stolen',
  goal: 'either key alone draws nothing, the co-signer signs nothing false, and no key revives a voucher from before it was switched off',
  run: async (world) => {
    const desk = voucherDesk(world)
    await until(
      'grants that the co-signer signs',
      FIRST_VOUCHERS,
      async () => (await desk.settled()) !== null,
    )
    await until('a voucher that is paid', FIRST_VOUCHERS, () => desk.payable(), 500)
    const { voucherSigner, voucherCoSigner } = world.chain.deployment.roles
    const outcomes = [
      await thiefRefused(world, desk),
      await offAndNamedAgain(desk, 'Signer', voucherSigner as Address),
      await offAndNamedAgain(desk, 'CoSigner', voucherCoSigner as Address),
    ]
    return {
      measured: outcomes.map(({ measured }) => measured).join('; '),
      passed: outcomes.every(({ passed }) => passed),
    }
  },
}

/** Tries the vouchers of a thief who has one of the keys and has earned nothing, and the voucher of an account that has earned it. */
async function thiefRefused({ chain }: World, desk: VoucherDesk): Promise<Outcome> {
  const program = BigInt(chain.deployment.programs.galx!.id)
  const thief = `0x${'66'.repeat(20)}` as const
  const [cumulative, signersNonce] = await Promise.all([desk.vested(program), desk.nonce()])
  const unearned: Voucher = { program, account: thief, cumulative, deadline: 2n ** 31n, signersNonce }
  /** The contract's answer to a voucher with both signatures by this one key. */
  const alone = async (key: Hex) => {
    const signature = await privateKeyToAccount(key).signTypedData(desk.typedData(unearned))
    return desk.trial(signedVoucher(unearned, signature, signature))
  }
  const byContract = [await alone(EMBEDDED_SIGNER_KEY), await alone(EMBEDDED_COSIGNER_KEY)]
  const byCoSigner = await desk.coSign(unearned)
  const earned = await until('a voucher that is paid', MINUTES, () => desk.payable())
  const coSignature = await desk.coSign(earned)
  const signs =
    /^0x[0-9a-f]{130}$/.test(coSignature) &&
    signedVoucher(earned, coSignature as Hex, coSignature as Hex).coSignature.vs === earned.coSignature.vs
  return {
    measured: `the contract: ${byContract.join(', ')}; the co-signer: ${byCoSigner}; it ${signs ? 'signs' : `does NOT sign (${coSignature})`} the earned voucher beside it, which is paid`,
    passed:
      cumulative > 0n &&
      byContract.join() === 'RewardVouchers_CoSignatureInvalid,RewardVouchers_SignatureInvalid' &&
      byCoSigner === `${thief} was granted 0 wei in all, not ${cumulative}` &&
      signs,
  }
}

/** The guardian switches a key off, and the timelock names the same key again. This is the strictest case for vouchers signed before. */
async function offAndNamedAgain(
  desk: VoucherDesk,
  role: 'Signer' | 'CoSigner',
  key: Address,
): Promise<Outcome> {
  const before = await until('a voucher that is paid', MINUTES, () => desk.payable())
  await desk.switchOff(`disable${role}`)
  const whileOff = await desk.trial(before)
  await desk.nameAgain(`set${role}`, key)
  const since = now()
  const [raised, afterwards] = [(await desk.nonce()) - before.signersNonce, await desk.trial(before)]
  const fresh = await until('a voucher of the new naming', 5 * MINUTES, () => desk.payable(), 500)
  const took = now() - since
  const paid = await desk.claim(fresh)
  return {
    measured: `${role} off: ${whileOff}; named again: the nonce grows by ${raised}, ${afterwards}; a new voucher is paid ${time(took)} later`,
    passed:
      whileOff === `RewardVouchers_${role}Disabled` &&
      raised === 1n &&
      afterwards === 'RewardVouchers_SignersReplaced' &&
      fresh.signersNonce === before.signersNonce + 1n &&
      paid > 0n,
  }
}

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
    // The signer first publishes and signs all past epochs of the demo world.
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
