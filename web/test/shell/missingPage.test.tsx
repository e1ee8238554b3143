// A page whose code or texts do not arrive: few requests, then the fault page, whose button tries again.
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { defineTexts } from '../../src/i18n/texts.ts'
import { useTexts } from '../../src/i18n/useTexts.ts'
import { pageAt } from '../../src/routes/routes.ts'
import { App } from '../../src/shell/App.tsx'
import { goTo } from '../../src/shell/navigation/appHistory.ts'
import { account, freshApp, show } from './support.tsx'

const FAULT = new TypeError('Failed to fetch dynamically imported module')
const world = vi.hoisted(() => ({ requests: 0, page: null as null | (() => unknown) }))

vi.mock('../../src/routes/pages.tsx', () => ({
  loadOtherPage: async () => {
    world.requests += 1
    if (world.page === null) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: world.page }
  },
}))

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  world.requests = 0
  world.page = null
  await freshApp()
  useAppStore.setState({ address: account, connection: 'connected' })
})

/** Turns of the event loop in which an app that requests at each render would repeat its requests. */
const TURNS = 50

async function passes() {
  for (let turn = 0; turn < TURNS; turn += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
}

it.each(['/zn', '/rank', '/earn'])(
  'with code missing %s makes at most two requests, and one more on demand',
  async (path) => {
    await show(<App pageAt={pageAt} />)
    act(() => goTo(path))
    await screen.findByRole('button', { name: '重试' })
    await passes()
    expect(world.requests).toBeLessThanOrEqual(2)
    const before = world.requests
    world.page = () => <p>the page</p>
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('the page')
    expect(world.requests).toBe(before + 1)
  },
)

it('with missing texts makes at most two requests, too', async () => {
  let asked = 0
  let arrive = false
  const load = () => {
    asked += 1
    return arrive ? Promise.resolve({ default: { title: 'the texts' } }) : Promise.reject(FAULT)
  }
  const texts = defineTexts({ zh_CN: load, en_US: load, vi_VN: load })
  function Page() {
    return <p>{useTexts(texts).title}</p>
  }
  await show(<App pageAt={() => Page} />)
  await screen.findByRole('button', { name: '重试' })
  await passes()
  expect(asked).toBeLessThanOrEqual(2)
  arrive = true
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('the texts')
})
