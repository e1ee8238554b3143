/** The focus after the last overlay has closed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { focusAfterOverlay, noteOpener } from '../../src/design/overlay/opener.ts'

let opener: HTMLButtonElement
let content: HTMLElement

beforeEach(() => {
  document.body.innerHTML = '<main id="content" tabindex="-1"><button>row</button><input /></main>'
  content = document.querySelector('main')!
  opener = document.querySelector('button')!
  opener.focus()
  noteOpener()
  opener.blur()
})
afterEach(() => {
  document.body.innerHTML = ''
})

async function closeOverlay(): Promise<void> {
  focusAfterOverlay()
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body))
}

it('goes back to the element that opened the overlay', async () => {
  await closeOverlay()
  expect(document.activeElement).toBe(opener)
})

it('goes to the page if that element is gone', async () => {
  opener.remove()
  await closeOverlay()
  expect(document.activeElement).toBe(content)
})

it('goes to the page if that element is removed a moment later', async () => {
  await closeOverlay()
  opener.remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(content))
})

it('stays at the place to which the person has moved it since', async () => {
  await closeOverlay()
  const field = document.querySelector('input')!
  field.focus()
  opener.remove()
  await new Promise((done) => queueMicrotask(() => queueMicrotask(() => done(null))))
  expect(document.activeElement).toBe(field)
})
