import { act, cleanup, render, type RenderResult } from '@testing-library/react'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import type { Language } from '@galx/protocol/languages'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { LOADING } from '../../src/core/state/reading.ts'
import { useAnnouncementStore } from '../../src/shell/announcements/announcementStore.ts'
import { closeSheet } from '../../src/shell/shellStore.ts'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { exampleConfig } from '../core/exampleConfig.ts'

// jsdom has no layout to scroll.
window.scrollTo = () => {}

export const account = `0x${'1234567890'.repeat(4)}` as const

/** Every store as at the start of a visit, with a valid configuration. */
export async function freshApp(configuration: Record<string, unknown> = {}, language: Language = 'zh_CN') {
  cleanup()
  window.localStorage.clear()
  window.history.replaceState(null, '', '/')
  await act(async () => {
    useAppStore.setState(initialAppState())
    useTransactionStore.setState({ list: [], currentId: null })
    useAnnouncementStore.setState({ list: LOADING })
    useConfigStore.setState({ state: { status: 'ready', config: exampleConfig(configuration) } })
    closeSheet()
    await loadLanguage(language)
  })
}

/** Renders, and lets everything that was loaded lazily arrive. */
export async function show(element: React.ReactElement): Promise<RenderResult> {
  const result = render(element)
  await act(async () => {
    await import('../../src/design/overlay/OverlayFrame.tsx')
  })
  return result
}
