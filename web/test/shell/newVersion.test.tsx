// A new deployment while a page is open: the page says so, and reloads on a tap.
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import ShellOverlays from '../../src/shell/frame/ShellOverlays.tsx'
import { StatusBanners } from '../../src/shell/frame/StatusBanners.tsx'
import { freshApp, show } from './support.tsx'

const MINUTE = 60_000
const OWN = './assets/app-AAAAAAAA.js'
let present: Response | null
const asked = vi.fn((url: string) => {
  if (!url.endsWith('version.json')) return new Promise<Response>(() => {})
  return present === null ? Promise.reject(new TypeError('offline')) : Promise.resolve(present.clone())
})
function looks() {
  return asked.mock.calls.filter(([url]) => url.endsWith('version.json')).length
}

beforeEach(async () => {
  await freshApp({}, 'zh_CN')
  asked.mockClear()
  vi.stubGlobal('fetch', asked)
  present = Response.json({ start: OWN })
  // The same tags as in the built page.
  for (const href of ['./assets/rolldown-runtime-B.js', OWN]) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload' })
    link.setAttribute('href', href)
    document.head.append(link)
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.head.querySelectorAll('link').forEach((link) => link.remove())
})

/** The frame of an open page, with its idle work. */
async function open() {
  await show(
    <>
      <StatusBanners />
      <ShellOverlays />
    </>,
  )
  await act(() => import('../../src/shell/frame/RareBanners.tsx'))
}

function setHidden(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}
function later(minutes: number) {
  return act(() => vi.advanceTimersByTimeAsync(minutes * MINUTE))
}

it('asks once in five minutes, shows nothing for its own version, and reports another version', async () => {
  await open()
  await later(4)
  expect(looks()).toBe(0)
  await later(11)
  expect(looks()).toBe(3)
  expect(screen.queryByText(/应用有新版本/)).toBeNull()
  present = Response.json({ start: './assets/app-BBBBBBBB.js' })
  await later(5)
  expect(screen.getByText(/应用有新版本/)).toBeTruthy()
  // The page knows of the new version and stops looking.
  await later(30)
  expect(looks()).toBe(4)
  const reload = vi.fn()
  vi.stubGlobal('location', { ...window.location, reload })
  fireEvent.click(screen.getByRole('button', { name: '重新加载' }))
  expect(reload).toHaveBeenCalledOnce()
})

it('does not ask while the page is hidden, and asks at once when it is visible again', async () => {
  await open()
  act(() => setHidden(true))
  await later(60)
  expect(looks()).toBe(0)
  present = Response.json({ start: './assets/app-BBBBBBBB.js' })
  await act(async () => setHidden(false))
  expect(looks()).toBe(1)
  await act(async () => {})
  expect(screen.getByText(/应用有新版本/)).toBeTruthy()
})

it.each([
  ['no connection', null],
  ['no such file', Response.json({ code: 404 }, { status: 404 })],
  ['another kind of file', new Response('<!doctype html>')],
] as const)('%s is not a new version', async (_, answer) => {
  await open()
  present = answer
  await later(10)
  expect(looks()).toBe(2)
  expect(screen.queryByText(/应用有新版本/)).toBeNull()
})
