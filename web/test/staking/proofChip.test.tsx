import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { initialChainState, setReading, useChainStore } from '../../src/core/chain/chainStore.ts'
import { poolCover } from '../../src/core/chain/cover.ts'
import type { Cover } from '../../src/core/chain/poolDebts.ts'
import { afterFailure, LOADING, type Reading } from '../../src/core/state/reading.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import ProofChip from '../../src/staking/proof/ProofChip.tsx'
import { read } from './fixtures.ts'

afterEach(async () => {
  cleanup()
  useChainStore.setState(initialChainState, true)
  await loadLanguage('zh_CN')
})

function show(reading: Reading<Cover[]>) {
  setReading(poolCover, reading)
  render(<ProofChip />)
}

it('shows the comparison, with a link to the details', async () => {
  show(read<Cover[]>(['covered', 'covered', 'partly']))
  const link = screen.getByRole('link', { name: /2 种代币不少于应付.*另有 1 种只能核对到应付的下限/ })
  expect(link.textContent).toBe('储备充足')
  expect(link.getAttribute('href')).toBe('#/safe')
  await loadLanguage('en_US')
  expect(await screen.findByText('Reserves sufficient')).toBeTruthy()
})

it.each<[string, Cover[]]>([
  ['all covered', ['covered', 'covered']],
  ['some known in part', ['covered', 'partly']],
  ['short', ['covered', 'short']],
])('the chip’s name begins with the visible words: %s', async (_, covers) => {
  for (const language of ['zh_CN', 'en_US'] as const) {
    await loadLanguage(language)
    show(read(covers))
    const link = screen.getByRole('link')
    expect(link.getAttribute('aria-label')?.startsWith(link.textContent)).toBe(true)
    cleanup()
  }
})

it('says that a reserve is short', () => {
  show(read<Cover[]>(['covered', 'short']))
  expect(screen.getByRole('link', { name: /有 1 种代币少于应付/ }).textContent).toBe('储备不足')
})

it.each<[string, Reading<Cover[]>]>([
  ['not yet', LOADING],
  ['not lately', afterFailure(read<Cover[]>(['covered']), 'no node')],
  ['not all of it', read<Cover[]>(['covered', 'unread'])],
  ['nothing at all', read<Cover[]>([])],
])('shows nothing of a comparison %s', (_, reading) => {
  show(reading)
  expect(screen.queryByRole('link')).toBeNull()
})
