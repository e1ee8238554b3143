import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { LOADING, type Reading } from '../../src/core/state/reading.ts'
import { MineFirst } from '../../src/staking/MineFirst.tsx'
import { ACCOUNT, INVITER, read } from './fixtures.ts'

function Field() {
  const [text, setText] = useState('')
  return <input aria-label="form" value={text} onChange={(event) => setText(event.target.value)} />
}
function page(held: Reading<boolean>) {
  return <MineFirst held={held} mine={<p>mine</p>} form={<Field />} />
}
function enter(address: typeof ACCOUNT | typeof INVITER | null) {
  act(() => useAppStore.setState({ address, connection: address === null ? 'refused' : 'connected' }))
}
function field() {
  return screen.queryByRole('textbox') as HTMLInputElement | null
}
function parts() {
  return [...document.querySelectorAll('p, input')].map(({ tagName }) => tagName)
}

afterEach(() => {
  cleanup()
  useAppStore.setState(initialAppState(), true)
})

describe('holdings first', () => {
  it('keeps the form with its text while the wallet is locked, and once it is unlocked', () => {
    enter(ACCOUNT)
    const view = render(page(read(true)))
    expect(parts()).toEqual(['P', 'INPUT'])
    fireEvent.change(field()!, { target: { value: '25' } })
    enter(null)
    view.rerender(page(LOADING))
    expect(parts()).toEqual(['INPUT'])
    expect(field()!.value).toBe('25')
    enter(ACCOUNT)
    expect(field()!.value).toBe('25')
    view.rerender(page(read(true)))
    expect(parts()).toEqual(['P', 'INPUT'])
    expect(field()!.value).toBe('25')
  })

  it('shows no form to another account before the form’s place is known', () => {
    enter(ACCOUNT)
    const view = render(page(read(true)))
    enter(null)
    view.rerender(page(LOADING))
    enter(INVITER)
    expect(field()).toBeNull()
    view.rerender(page(read(false)))
    expect(parts()).toEqual(['INPUT'])
    // After its first stake the account holds something, and the form stays above.
    view.rerender(page(read(true)))
    expect(parts()).toEqual(['INPUT', 'P'])
  })
})
