// A permit is optional: if the wallet gives none, an approval replaces the permit, and the wallet is not asked for a permit again.
// If the person declines the permit, nothing replaces it.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { SILENT_AFTER } from '../../src/core/wallet/answerTimeout.ts'
import { ETHER } from './deployForTest.ts'
import { act, galx, ready, record, stage, stake, playOnChain } from './playOnChain.ts'

const scene = playOnChain()
const PERMIT = 'eth_signTypedData_v4'
const SENT = 'eth_sendTransaction'

beforeEach(() => {
  scene.wallet.automine = true
})

/** From here on the wallet answers every permit request in this way. */
function permitAnswers(answer: (typedData: string) => Promise<unknown>) {
  const real = scene.wallet.request.bind(scene.wallet)
  scene.wallet.request = (call) => {
    if (call.method !== PERMIT) return real(call)
    scene.wallet.asked.push(PERMIT)
    return answer((call.params as string[])[1] as string)
  }
}
function fails(error: object) {
  return () => Promise.reject(Object.assign(new Error('failed'), error))
}

const owner = privateKeyToAccount(generatePrivateKey())
const FAULTS: [string, (typedData: string) => Promise<unknown>][] = [
  ['-32603', fails({ code: -32_603, message: 'Not supported on this device' })],
  ['-32000', fails({ code: -32_000 })],
  ['no code', fails({})],
  ['a text', () => Promise.reject('not supported' as never)],
  [
    'a contract account that answers with its owner’s signature',
    (data) => owner.signTypedData(JSON.parse(data) as never),
  ],
  ['another form of signature', () => Promise.resolve(`0x${'12'.repeat(200)}`)],
  ['no signature', () => Promise.resolve(null)],
  ['a signature of zeros', () => Promise.resolve(`0x${'00'.repeat(65)}`)],
]

describe('a wallet that gives no permit', () => {
  it.each(FAULTS)(
    'is asked for an approval at once, and never for a permit again (%s)',
    async (_, answer) => {
      permitAnswers(answer)
      await act(stake(ETHER), galx(ETHER))
      await stage('confirmed')
      expect(scene.wallet.asked).toEqual([PERMIT, SENT, SENT])
      expect(record().steps.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
        'approve done',
        'call done',
      ])
      ready()
      await act(stake(ETHER), galx(ETHER))
      await stage('confirmed')
      expect(scene.wallet.asked).toEqual([PERMIT, SENT, SENT, SENT, SENT])
    },
  )

  it('is asked, for a stake in a pair, to approve both tokens', async () => {
    permitAnswers((data) => owner.signTypedData(JSON.parse(data) as never))
    const amount = 5n * ETHER
    await act({ name: 'stake', pool: 'galxMcm', amount, tier: 0, inviter: null }, [
      { token: 'GALX', amount },
      { token: 'MCM', amount },
    ])
    await stage('confirmed')
    expect(scene.wallet.asked).toEqual([PERMIT, PERMIT, SENT, SENT, SENT])
  })

  it('is asked for nothing else if the person declined the permit', async () => {
    permitAnswers(fails({ code: 4001 }))
    await act(stake(ETHER), galx(ETHER))
    expect(record().stage).toBe('refused')
    ready()
    await act(stake(ETHER), galx(ETHER))
    expect(scene.wallet.asked).toEqual([PERMIT, PERMIT])
  })

  it('and does not answer at all is asked for an approval the next time, and the sheet announces the approval', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      permitAnswers(() => new Promise(() => {}))
      const first = act(stake(ETHER), galx(ETHER))
      await expect.poll(() => record().stage).toBe('signing')
      await vi.advanceTimersByTimeAsync(SILENT_AFTER + 1_000)
      useTransactionStore.getState().silent?.stop()
      await first
      expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'permitSilent' } })
    } finally {
      vi.useRealTimers()
    }
    await act(stake(ETHER), galx(ETHER))
    await stage('confirmed')
    expect(scene.wallet.asked).toEqual([PERMIT, SENT, SENT])
  })
})
