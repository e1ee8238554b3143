import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import ProductHistory from '../../src/activity/ProductHistory.tsx'
import { historyOf } from '../../src/activity/source.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { ACCOUNT, config } from '../staking/fixtures.ts'

let asked: URL[]

beforeEach(() => {
  asked = []
  useConfigStore.setState({ state: { status: 'ready', config } })
  useAppStore.setState({ address: ACCOUNT, connection: 'connected', userToken: 'token', mainApi: 'up' })
  vi.stubGlobal('fetch', (url: string) => {
    const request = new URL(url, 'http://app')
    if (request.pathname === '/api/activity') asked.push(request)
    return Promise.resolve(
      new Response(
        JSON.stringify({ code: 200, message: '', data: { list: [], total: 0, nextCursor: null } }),
      ),
    )
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  useAppStore.setState(initialAppState(), true)
})

it('asks the server for one kind of one product when a person chooses that kind', async () => {
  render(<ProductHistory product="galx" whole={historyOf('galx')} />)
  // With no filter and an empty list, the page names the first step.
  expect(await screen.findByText('还没有记录')).toBeTruthy()
  expect(asked.at(-1)?.searchParams.get('product')).toBe('galx')
  expect(asked.at(-1)?.searchParams.get('kind')).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: '类型' }), { target: { value: 'claim' } })
  expect(await screen.findByText('没有符合条件的记录')).toBeTruthy()
  expect(asked.at(-1)?.searchParams.get('product')).toBe('galx')
  expect(asked.at(-1)?.searchParams.get('kind')).toBe('claim')
  fireEvent.change(screen.getByRole('combobox', { name: '类型' }), { target: { value: '' } })
  await waitFor(() => expect(screen.getByText('还没有记录')).toBeTruthy())
})

it('offers the kinds that the product has', async () => {
  render(<ProductHistory product="zn" whole={historyOf('zn')} />)
  await screen.findByText('还没有记录')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '全部类型',
    '存入',
    '取回',
  ])
})
