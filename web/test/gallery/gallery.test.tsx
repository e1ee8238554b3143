// The page of all components: none is missing, and each is drawn in every state, situation and language without an error.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { LANGUAGE_NAMES } from '@galx/protocol/languages'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { designEntries, stakingEntries } from '../../gallery/entries.ts'
import { Gallery } from '../../gallery/Gallery.tsx'
import { applySituation, SITUATIONS } from '../../gallery/situations.ts'
import { loadOverlay } from '../../src/design/overlay/Overlay.tsx'
import { loadLanguage } from '../../src/i18n/texts.ts'

const source = join(import.meta.dirname, '../../src')
// The two entries whose example is an error, which React reports.
const FAILING = 'shown on purpose'

/** By night (THOROUGH=1) each situation draws every component, by day every other component; neighbouring situations draw different components. */
function drawnIn(situation: (typeof SITUATIONS)[number]) {
  const first = process.env.THOROUGH === '1' ? null : SITUATIONS.indexOf(situation) % 2
  return Object.values(stakingEntries).filter((_entry, index) => first === null || index % 2 === first)
}

let faults: string[]
beforeEach(async () => {
  faults = []
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    const text = parts.map(String).join(' ')
    if (!text.includes(FAILING)) faults.push(text)
  })
  await loadOverlay()
})
afterEach(() => cleanup())

/** Waits until all lazy parts have loaded. */
function settle() {
  return act(async () => void (await import('uqr')))
}

describe('the gallery', () => {
  it('has an entry for each component folder of src/design', () => {
    const folders = readdirSync(join(source, 'design'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(Object.keys(designEntries).sort()).toEqual(folders.sort())
  })

  it('has an entry for each component of src/staking', () => {
    const components = readdirSync(join(source, 'staking'))
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => name.replace('.tsx', ''))
    expect(Object.keys(stakingEntries).sort()).toEqual(components.sort())
  })

  for (const language of LANGUAGE_NAMES) {
    it.each(Object.keys(designEntries))(`draws %s in every state (${language})`, async (name) => {
      await loadLanguage(language)
      for (const [state, draw] of Object.entries(designEntries[name] ?? {})) {
        const { container, unmount } = render(draw())
        await settle()
        expect(container.innerHTML, state).not.toBe('')
        for (const opener of container.querySelectorAll('[data-opens]')) {
          fireEvent.click(opener)
          expect(await screen.findByRole('dialog')).toBeTruthy()
        }
        unmount()
      }
      expect(faults).toEqual([])
    })

    it.each(language === 'zh_CN' ? SITUATIONS : (['fresh'] as const))(
      `draws the staking kit: %s (${language})`,
      async (situation) => {
        await loadLanguage(language)
        applySituation(situation)
        for (const states of language === 'zh_CN' ? drawnIn(situation) : Object.values(stakingEntries))
          for (const draw of Object.values(states)) {
            const { container, unmount } = render(draw())
            for (const opener of container.querySelectorAll('[data-opens]')) fireEvent.click(opener)
            await act(async () => {})
            unmount()
          }
        expect(faults).toEqual([])
      },
    )
  }

  it('shows all entries on one page', async () => {
    await loadLanguage('en_US')
    const { container } = render(<Gallery />)
    await settle()
    for (const name of [...Object.keys(designEntries), ...Object.keys(stakingEntries)])
      expect(container.querySelector(`section[id='${name}']`), name).not.toBeNull()
    expect(faults).toEqual([])
  })
})
