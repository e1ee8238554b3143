import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { dueWords, openAmount } from '../../src/activity/dates/words.ts'
import { datesTexts } from '../../src/activity/dates/texts.ts'
import { figureWords } from '../../src/core/chain/comparing/figureWords.ts'
import { comparingTexts } from '../../src/core/chain/comparing/texts.ts'
import { transactionTexts } from '../../src/core/transactions/texts.ts'
import { endedTitle, titleText } from '../../src/core/transactions/title.ts'
import { Amount, ReadingAmount } from '../../src/design/Amount/Amount.tsx'
import { spoken } from '../../src/design/Amount/said.tsx'
import { Button } from '../../src/design/Button/Button.tsx'
import { FactList } from '../../src/design/FactList/FactList.tsx'
import HideSwitch from '../../src/design/HideSwitch/HideSwitch.tsx'
import { designTexts } from '../../src/design/texts.ts'
import { amountsHidden, hideAmounts, MARK, ownText } from '../../src/i18n/hiddenAmounts.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import { useTexts } from '../../src/i18n/useTexts.ts'
import { ACCOUNT, config } from '../staking/fixtures.ts'

const WEI = 1_234_560_000_000_000_000_000n

afterEach(async () => {
  cleanup()
  act(() => hideAmounts(false))
  await act(() => loadLanguage('zh_CN'))
})

/** A component like the app's own: its texts contain an amount. */
function Own() {
  useTexts(designTexts)
  return (
    <>
      <Amount value={WEI} token="GALX" gain />
      <ReadingAmount reading={{ status: 'stale', value: WEI, at: 0 }} token="GALX" />
      <Amount value={WEI} token="MCM" shared />
      <Button>{`Claim ${ownText('1,234.56')} GALX`}</Button>
      <FactList facts={[{ label: 'left', value: `${ownText('1,234.56')} GALX` }]} />
    </>
  )
}

it('puts the same mark in place of every amount except shared amounts, at once', () => {
  const { container } = render(<Own />)
  expect(container.textContent?.match(/1,234\.56/g)).toHaveLength(5)
  act(() => hideAmounts(true))
  expect(container.textContent?.match(/1,234\.56/g)).toHaveLength(1)
  expect(container.textContent).toContain('1,234.56 MCM')
  // The mark shows neither the amount's length nor its sign.
  expect(container.textContent).not.toContain(`+${MARK}`)
  act(() => hideAmounts(false))
  expect(container.textContent?.match(/1,234\.56/g)).toHaveLength(5)
})

it.each([
  ['zh_CN', '已隐藏'],
  ['en_US', 'hidden'],
] as const)('says a word to screen readers, never the mark (%s)', async (language, word) => {
  await act(() => loadLanguage(language))
  hideAmounts(true)
  const { container } = render(<Own />)
  expect(screen.getByRole('button', { name: `Claim ${word} GALX` })).toBeTruthy()
  for (const hidden of container.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  expect(container.textContent).not.toContain(MARK)
  expect(container.textContent?.match(new RegExp(word, 'g'))).toHaveLength(4)
  expect(spoken(`${MARK} → ${MARK}`)).toBe(`${word} → ${word}`)
})

it('remembers the choice in the browser, and works without storage', () => {
  render(<HideSwitch />)
  const eye = screen.getByRole('switch', { name: '隐藏金额', checked: false })
  fireEvent.click(eye)
  expect(screen.getByRole('switch', { checked: true })).toBe(eye)
  expect(localStorage.getItem('galx_hidden')).toBe('yes')
  fireEvent.click(eye)
  expect(localStorage.getItem('galx_hidden')).toBe('no')
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('the storage is full')
  })
  fireEvent.click(eye)
  expect(amountsHidden()).toBe(true)
  refused.mockRestore()
})

it('reads the stored choice before anything is drawn', async () => {
  localStorage.setItem('galx_hidden', 'yes')
  vi.resetModules()
  const again = await import('../../src/i18n/hiddenAmounts.ts')
  expect(again.amountsHidden()).toBe(true)
})

it('hides dates on the screen, not in the calendar file', () => {
  hideAmounts(true)
  const texts = datesTexts.current()
  const due = {
    kind: 'unlock',
    id: 'x',
    at: 1,
    pool: 'galx',
    parts: [{ token: 'GALX', amount: WEI }],
  } as const
  expect(dueWords(texts, due, {})[0]).toContain(`${MARK} GALX`)
  expect(dueWords(texts, due, {}, openAmount)[0]).toContain('1,234.56 GALX')
})

it('hides the amounts of a title only once its transaction has ended', () => {
  hideAmounts(true)
  const texts = transactionTexts.current()
  const title = { name: 'buyLevel', values: ['1,234.56', '3'] } as const
  const words = { ...title, values: [...title.values] }
  expect(titleText(words, texts)).toContain('1,234.56')
  expect(endedTitle(words, texts)).toContain(MARK)
  expect(endedTitle(words, texts)).toContain('3')
  expect(endedTitle(words, texts)).not.toContain('234')
})

it('hides the holder’s own figures in a difference between two nodes, and no other figures', () => {
  hideAmounts(true)
  const figure = (functionName: string, args: readonly unknown[]) => ({
    call: { target: config.tokens.GALX.address, functionName, args },
    path: [],
    first: WEI,
    second: WEI + 1n,
  })
  const words = (functionName: string, args: readonly unknown[]) =>
    figureWords(figure(functionName, args), config, ACCOUNT, comparingTexts.current())
  expect(words('balanceOf', [ACCOUNT])).toMatchObject({ first: MARK, second: MARK })
  expect(words('priceOf', []).first).toBe('1,234.56')
})
