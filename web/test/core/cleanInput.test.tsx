// The amount field with keyboards and clipboards: the caret stays, and a changed paste is shown as changed.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cleanAmount } from '../../src/core/money/cleanAmount.ts'
import { AmountField } from '../../src/design/AmountField/AmountField.tsx'
import { loadLanguage } from '../../src/i18n/texts.ts'

function Field({ error }: { error?: string }) {
  const [value, setValue] = useState('')
  return (
    <AmountField
      label="Amount"
      token="GALX"
      value={value}
      onChange={setValue}
      clean={cleanAmount}
      error={error}
      onShare={() => setValue('25.00')}
    />
  )
}

function field(): HTMLInputElement {
  return document.querySelector('input') as HTMLInputElement
}

/** Acts like a browser: replaces the selected text and puts the caret after it. */
function put(text: string, from: number, to: number, paste = false): void {
  const input = field()
  input.focus()
  input.setSelectionRange(from, to)
  if (paste) fireEvent.paste(input)
  const next = input.value.slice(0, from) + text + input.value.slice(to)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, next)
  input.setSelectionRange(from + text.length, from + text.length)
  fireEvent.input(input)
}

beforeEach(async () => {
  await loadLanguage('en_US')
})

afterEach(cleanup)

describe('the amount field', () => {
  it('keeps the caret in place for any text typed at any position', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...'0123456789.,x '), fc.nat(12)), { maxLength: 12 }),
        (keys) => {
          const { unmount } = render(<Field />)
          for (const [key, place] of keys) {
            const before = field().value
            const at = Math.min(place, before.length)
            put(key, at, at)
            const after = field().value
            const caret = field().selectionStart ?? -1
            // The text after the caret stays after it, except for the characters that the rules removed at the end or the front.
            expect(caret).toBeLessThanOrEqual(after.length)
            expect(after.slice(0, caret)).toBe(cleanAmount(before.slice(0, at) + key).slice(0, caret))
            expect(caret).toBe(Math.min(cleanAmount(before.slice(0, at) + key).length, after.length))
          }
          unmount()
        },
      ),
      { numRuns: 15 },
    )
  })

  it('a paste that changes nothing has no effect on the next key', async () => {
    render(<Field />)
    put('1.50', 0, 0, true)
    // The same text is pasted over the field: the browser reports the paste, and React no change.
    put('1.50', 0, 4, true)
    await new Promise((resolve) => setTimeout(resolve))
    put(',', 4, 4)
    expect(field().value).toBe('1.50')
    expect(screen.queryByRole('status')?.textContent ?? '').toBe('')
  })

  it('a letter typed into the middle moves nothing', () => {
    render(<Field />)
    put('1234', 0, 0, true)
    put('x', 2, 2)
    expect(field().value).toBe('1234')
    expect(field().selectionStart).toBe(2)
  })

  it('shows the changed form of a paste until the field holds other text', () => {
    render(<Field />)
    put('1.234,56', 0, 0, true)
    expect(field().value).toBe('1234.56')
    expect(screen.getByText('“1.234,56” was entered as 1234.56')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: '25%' }))
    expect(screen.queryByText(/was entered as/)).toBeNull()
  })

  it('reads a paste over text that begins alike as a whole', () => {
    render(<Field />)
    put('1', 0, 0)
    put('1,234', 0, 1, true)
    expect(field().value).toBe('1234')
    expect(screen.getByText('“1,234” was entered as 1234')).toBeDefined()
  })

  it.each([
    ['1.5e-7', '1.57'],
    ['5 GALX ≈ 4.00 USDT', '54.00'],
    ['0x10', '010'],
    ['−5.5', '5.5'],
  ])('shows %j, which is not a plain number, as changed to %j', (text, read) => {
    render(<Field />)
    put(text, 0, 0, true)
    expect(field().value).toBe(read)
    expect(screen.getByText(`“${text}” was entered as ${read}`)).toBeDefined()
  })

  it('shows a truncated paste as changed, even if the field already holds its characters', () => {
    render(<Field />)
    put('1.23', 0, 0, true)
    put('23', 4, 4, true)
    expect(field().value).toBe('1.23')
    expect(screen.getByText('“23” was entered as 1.23')).toBeDefined()
  })

  it('shows nothing for an unchanged paste, and keeps the words beside an error', () => {
    const { rerender } = render(<Field />)
    put('12.50', 0, 0, true)
    expect(screen.queryByText(/was entered as/)).toBeNull()
    put('12.509', 0, 5, true)
    rerender(<Field error="Not enough GALX" />)
    expect(screen.getByText('Not enough GALX')).toBeDefined()
    expect(screen.getByText('“12.509” was entered as 12.50')).toBeDefined()
  })
})
