// A browser may translate the page before the configuration has arrived.
import { afterEach, expect, it, vi } from 'vitest'
import { startApp } from '../../src/app/startApp.ts'

const { removeChild, insertBefore } = Node.prototype

afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(Node.prototype, { removeChild, insertBefore })
})

it('follows a translator before the configuration has arrived', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  startApp({ notify: () => {}, navigate: () => {} })
  await expect.poll(() => Node.prototype.removeChild, { timeout: 15_000 }).not.toBe(removeChild)
  document.body.innerHTML = '<p>text</p>'
  const paragraph = document.querySelector('p')!
  const text = paragraph.firstChild!
  const translation = document.createElement('font')
  paragraph.replaceChildren(translation)
  translation.append(text)
  paragraph.removeChild(text)
  expect(paragraph.textContent).toBe('')
})
