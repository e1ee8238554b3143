import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import SendSheet from '../../src/passes/SendSheet.tsx'
import { inGroups, receiverProblem } from '../../src/staking/receiver/receiverModel.ts'
import { receiversBefore, rememberReceiver, resembled } from '../../src/staking/receiver/receivers.ts'
import { ACCOUNT, config, INVITER } from '../staking/fixtures.ts'

const KNOWN = `0xabcd${'1'.repeat(32)}9876` as const
const ALIKE = `0xabcd${'2'.repeat(32)}9876` as const

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  useAppStore.setState(initialAppState(), true)
})

describe('an address that resembles a known address', () => {
  it('has the same ends and another middle, and neither the known address nor any other is a lookalike', () => {
    expect(resembled(ALIKE, [KNOWN])).toBe(KNOWN)
    expect(resembled(KNOWN, [KNOWN])).toBeNull()
    expect(resembled(ALIKE, [KNOWN, ALIKE])).toBeNull()
    expect(resembled(`0xabce${'2'.repeat(32)}9876`, [KNOWN])).toBeNull()
    expect(resembled(`0xabcd${'2'.repeat(32)}9877`, [KNOWN])).toBeNull()
  })

  it('is compared with the earlier receivers, each kept once, the latest first', () => {
    rememberReceiver(KNOWN)
    rememberReceiver(ALIKE)
    rememberReceiver(KNOWN)
    expect(receiversBefore()).toEqual([KNOWN, ALIKE])
    localStorage.setItem('galx_receivers', '{"not":"a list"}')
    expect(receiversBefore()).toEqual([])
  })

  it('causes a warning before a pass is sent there, with the known address to compare', async () => {
    useConfigStore.setState({ state: { status: 'ready', config } })
    useAppStore.setState({ address: ACCOUNT, connection: 'connected' })
    rememberReceiver(KNOWN)
    const pass = { id: 7n, name: 'north', unbondingUntil: 0 }
    const terms = { bond: 10n ** 18n, coolDown: 1, count: 1n }
    render(<SendSheet pass={pass} terms={terms} open onClose={() => {}} />)
    const field = await screen.findByRole('textbox')
    fireEvent.change(field, { target: { value: KNOWN } })
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.change(field, { target: { value: ALIKE } })
    expect(screen.getByRole('alert').textContent).toContain('0xab cd11 1111')
  })
})

describe('a typed receiver', () => {
  it('is an address without a typing error, and neither the account itself nor one of our contracts', () => {
    const problem = (typed: string) => receiverProblem(typed, ACCOUNT, [INVITER], getAddress)
    const good = getAddress('0x00000000219ab540356cbb839cbe05303d7705fa')
    expect(problem('')).toBe('empty')
    expect(problem('0x12')).toBe('form')
    expect(problem(good.slice(2))).toBe('form')
    expect(problem(good)).toBeNull()
    expect(problem(good.toLowerCase())).toBeNull()
    expect(problem(good.replace('B', 'b'))).toBe('checksum')
    expect(problem(`0x${'0'.repeat(40)}`)).toBe('zero')
    expect(problem(getAddress(ACCOUNT))).toBe('self')
    expect(problem(INVITER)).toBe('contract')
  })

  it('is shown in groups that are easy to compare', () => {
    expect(inGroups('0x71c7656ec7ab')).toBe('0x71 c765 6ec7 ab')
  })
})
