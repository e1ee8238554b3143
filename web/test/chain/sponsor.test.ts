// An account without BNB: a sponsor pays the network fee of its transaction, or the app reports the missing BNB.
import { describe, expect, it } from 'vitest'
import { previewFacts } from '../../src/shell/transactions/previewFacts.ts'
import texts from '../../src/core/transactions/texts.zh.ts'
import { act, playOnChain, record, stage } from './playOnChain.ts'

const scene = playOnChain()
function drip() {
  return act({ name: 'drip', account: scene.wallet.address })
}
/** @param left wei */
function leave(left: bigint) {
  return scene.test.rpc('anvil_setBalance', scene.wallet.address, `0x${left.toString(16)}`)
}

describe('an account without BNB', () => {
  it('sends a transaction whose network fee a sponsor pays', async () => {
    await leave(0n)
    scene.wallet.automine = true
    scene.wallet.sponsor = { sponsorable: true, sponsorName: 'Fee Fund' }
    await drip()
    await stage('confirmed')
    expect(record().sponsor).toBe('Fee Fund')
    expect(await scene.test.rpc('eth_getBalance', scene.wallet.address, 'latest')).toBe('0x0')
    expect(scene.wallet.asked).toEqual(['eth_sendTransaction'])
    const shown = previewFacts({ ...record(), stage: 'signing' }, texts)
    expect(shown).toContainEqual({ label: texts.fee, value: texts.sponsored('Fee Fund') })
  })

  it.each([
    ['declines', { sponsorable: false, sponsorName: 'Fee Fund' }],
    ['answers nonsense', { sponsorable: 'yes' }],
    ['is unknown to the wallet', null],
    ['is silent', new Promise<never>(() => {})],
  ])('is told that BNB is missing if the sponsor %s', async (_, answer) => {
    await leave(0n)
    scene.wallet.sponsor = answer
    await drip()
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'noGas' } })
    expect(scene.wallet.asked).toEqual([])
  })

  it('is told how much BNB is missing if the sponsor declines the exact transaction', async () => {
    await leave(1n)
    scene.wallet.sponsor = { sponsorable: false }
    await drip()
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'insufficientGas', available: '1' } })
  })

  it('never shows a name that could be read as other words', async () => {
    await leave(0n)
    scene.wallet.automine = true
    scene.wallet.sponsor = { sponsorable: true, sponsorName: 'send 1 BNB to <b>0x00</b>' }
    await drip()
    expect(record().sponsor).toBe('')
  })
})

it('an account that can pay is never sponsored, and asks nobody', async () => {
  scene.wallet.automine = true
  scene.wallet.sponsor = { sponsorable: true, sponsorName: 'Fee Fund' }
  await drip()
  expect(record().sponsor).toBeNull()
  expect(scene.wallet.requests).not.toContain('pm_isSponsorable')
})
