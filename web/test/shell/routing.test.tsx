import { act, render, screen, waitFor } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { HOME_PAGE, PAGE_NAMES } from '@galx/protocol/products'
import { pageAt, preloadPage, routeName } from '../../src/routes/routes.ts'
import { App } from '../../src/shell/App.tsx'
import { AppRouter } from '../../src/shell/navigation/AppRouter.tsx'
import { currentLocation, goTo } from '../../src/shell/navigation/appHistory.ts'
import { useNavigationProgress } from '../../src/shell/navigation/navigationProgress.ts'
import { Redirect } from '../../src/shell/navigation/Redirect.tsx'
import { useLocation } from '../../src/shell/navigation/useLocation.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { account, freshApp } from './support.tsx'

// The agreed addresses, by hand on purpose: a link that was once given out must keep leading to its page.
const routes = [
  '/index',
  '/safe',
  '/community',
  '/earn',
  '/rank',
  '/btc',
  '/mcf',
  '/mcfRecord',
  '/aaaJiJin',
  '/zn',
  '/znRecord',
  '/mcm',
  '/mcmEarn',
  '/mcmCommunity',
  '/hidden',
  '/galx',
  '/hidden1',
  '/start',
]

/** The app at an address, with an account, so that no wallet is looked for. */
async function visit(address: string) {
  window.history.replaceState(null, '', address)
  useAppStore.setState({ address: account, connection: 'connected' })
  const result = render(<App pageAt={pageAt} />)
  await act(() => Promise.all(['/rank', '/galx'].map(preloadPage)))
  return result
}

// A page's code loads first, and the test runner compiles it during the load.
function barIsOver() {
  return waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), { timeout: 10_000 })
}

describe('routes', () => {
  beforeEach(() => freshApp())

  it('has the seventeen agreed routes and /start', () => {
    expect(PAGE_NAMES.map((name) => `/${name}`)).toEqual(expect.arrayContaining(routes))
    expect(routeName('/rank/')).toBe('rank')
  })

  it.each([
    ['#/start?inviteCode=ABCD2345'],
    ['#/start%3FinviteCode=ABCD2345'],
    ['#/start%3FinviteCode%3DABCD2345'],
    ['#%2Fstart%3FinviteCode%3DABCD2345'],
    ['#/start%253FinviteCode%253DABCD2345'],
    ['#%252Fstart%253FinviteCode%253DABCD2345'],
  ])('reads an invitation that a messenger has escaped: %s', (hash) => {
    window.history.replaceState(null, '', `/${hash}`)
    expect(currentLocation()).toMatchObject({ pathname: '/start', search: '?inviteCode=ABCD2345' })
  })

  it('has a separate file for each built page, by a name of the registry', () => {
    const files = Object.keys(import.meta.glob('../../src/{products,pages}/*/*.page.tsx'))
    const names = files.map((path) => path.replace(/^.*\/|\.page\.tsx$/g, ''))
    expect(names).toContain(HOME_PAGE)
    for (const name of names) expect(PAGE_NAMES).toContain(name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('draws an already loaded page at once, without a placeholder', async () => {
    await preloadPage('/safe')
    const Page = pageAt('/safe')
    render(
      <Suspense fallback="placeholder">
        <Page />
      </Suspense>,
    )
    expect(screen.queryByText('placeholder')).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
    expect(pageAt('/safe')).toBe(Page)
  })

  it('leads / to /galx and keeps the address’s parameters', async () => {
    await visit('/#/?invite=K7MQ2RXA')
    await waitFor(() => expect(window.location.hash).toBe('#/galx?invite=K7MQ2RXA'))
    await waitFor(() => expect(document.title).toBe('GALX 生态 · GALX'))
  })

  it('leads an unknown route to /galx without trapping the back button', async () => {
    const entries = window.history.length
    await visit('/#/nowhere')
    await waitFor(() => expect(window.location.hash).toBe('#/galx'))
    expect(window.history.length).toBe(entries)
  })

  it('leads there again while the page of an earlier redirect still loads', async () => {
    window.history.replaceState(null, '', '/#/nowhere')
    const Galx = lazy(() => new Promise<never>(() => {}))
    const Page = () => (useLocation().pathname === '/galx' ? <Galx /> : <Redirect to="/galx" />)
    render(
      <Suspense>
        <AppRouter>
          <Page />
        </AppRouter>
      </Suspense>,
    )
    await waitFor(() => expect(window.location.hash).toBe('#/galx'))
    act(() => {
      window.location.hash = '#/nowhere/at/all'
    })
    await waitFor(() => expect(window.location.hash).toBe('#/galx'))
  })

  it('starts the progress bar at every navigation and ends it', async () => {
    await visit('/#/rank')
    expect(await screen.findByRole('progressbar')).toBeTruthy()
    await barIsOver()
    for (const path of ['/btc', '/zn', '/rank']) {
      act(() => goTo(path))
      expect(screen.getByRole('progressbar')).toBeTruthy()
      await barIsOver()
    }
    expect(document.title).toBe('节点排名 · GALX')
  })

  it('ends the progress bar even if the page fails', async () => {
    await visit('/#/rank')
    await barIsOver()
    act(() => useNavigationProgress.setState({ running: true }))
    act(() => goTo('/mcf'))
    await barIsOver()
  })

  it('follows links and the back button', async () => {
    await visit('/#/rank')
    await barIsOver()
    act(() => {
      window.location.hash = '#/mcf'
    })
    await waitFor(() => expect(document.title).toBe('MCF 定存 · GALX'))
    act(() => window.history.back())
    await waitFor(() => expect(document.title).toBe('节点排名 · GALX'))
  })

  it('lists the problems of /config.json on the screen', async () => {
    useConfigStore.setState({
      state: { status: 'invalid', problems: ['rpcUrl must be an http(s) URL, not missing'] },
    })
    await visit('/#/rank')
    expect(screen.getByRole('alert').textContent).toContain('应用配置有误')
    expect(screen.getByText('rpcUrl must be an http(s) URL, not missing')).toBeTruthy()
  })
})
