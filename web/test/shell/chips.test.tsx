import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ChipRow } from '../../src/shell/navigation/ChipRow.tsx'
import { LocationContext } from '../../src/shell/navigation/useLocation.ts'
import { currentLocation } from '../../src/shell/navigation/appHistory.ts'

function rowAt(pathname: string) {
  cleanup()
  render(
    <LocationContext value={{ ...currentLocation(), pathname }}>
      <ChipRow />
    </LocationContext>,
  )
  return screen.queryByRole('navigation', { name: '产品' })
}

describe('the row of chips', () => {
  afterEach(cleanup)

  it('lists the overview and the products that pay rewards, each with its page', () => {
    const links = within(rowAt('/galx')!).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['总览', '#/earn'],
      ['GALX', '#/galx'],
      ['BTC', '#/btc'],
      ['MCM', '#/mcm'],
      ['定存', '#/mcf'],
      ['金库', '#/zn'],
      ['AAA', '#/aaaJiJin'],
    ])
  })

  it('marks the product of each of its pages, and is on no other page', () => {
    const current = (row: HTMLElement | null) => row?.querySelector('[aria-current]')
    expect(current(rowAt('/mcm'))?.getAttribute('aria-current')).toBe('page')
    expect(current(rowAt('/mcmEarn'))?.textContent).toBe('MCM')
    expect(current(rowAt('/mcfRecord'))?.getAttribute('aria-current')).toBe('true')
    for (const path of ['/community', '/index', '/start', '/rank']) expect(rowAt(path)).toBeNull()
  })
})
