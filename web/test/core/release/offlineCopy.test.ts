import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepOfflineCopy } from '../../../src/core/release/offlineCopy.ts'
import * as releases from '../../../src/core/release/readRelease.ts'
import { exampleConfig } from '../exampleConfig.ts'

const unregister = vi.fn(async () => true)
const postMessage = vi.fn()
const register = vi.fn(async () => ({}))
const remove = vi.fn(async () => true)

beforeEach(() => {
  vi.stubGlobal('caches', { delete: remove })
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      serviceWorker: {
        register,
        ready: Promise.resolve({ active: { postMessage } }),
        getRegistrations: async () => [{ unregister }],
      },
    }),
  )
  document.head.innerHTML = '<link rel="modulepreload" href="./assets/start-1.js">'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  document.head.innerHTML = ''
})

it('keeps the files that this version has loaded', async () => {
  vi.spyOn(releases, 'safeVersionAfterThis').mockResolvedValue(null)
  await keepOfflineCopy(exampleConfig())
  expect(register).toHaveBeenCalledWith('./offline.js')
  expect(postMessage).toHaveBeenCalledWith({ start: './assets/start-1.js', files: expect.any(Array) })
  expect(remove).not.toHaveBeenCalled()
})

it('deletes the copy of a version that a signed release calls unsafe', async () => {
  vi.spyOn(releases, 'safeVersionAfterThis').mockResolvedValue('2.0.0')
  await keepOfflineCopy(exampleConfig())
  expect(register).not.toHaveBeenCalled()
  expect(unregister).toHaveBeenCalledOnce()
  expect(remove).toHaveBeenCalledWith('galx-app')
})

it('is silent in a browser that has no service workers or refuses storage', async () => {
  vi.spyOn(releases, 'safeVersionAfterThis').mockResolvedValue(null)
  register.mockRejectedValueOnce(new Error('storage is full'))
  await keepOfflineCopy(exampleConfig())
  vi.stubGlobal('navigator', {})
  await keepOfflineCopy(exampleConfig())
  expect(postMessage).not.toHaveBeenCalled()
})
