import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AnnouncementDialog } from '../../src/shell/announcements/AnnouncementDialog.tsx'
import { AnnouncementsSheet } from '../../src/shell/announcements/AnnouncementsSheet.tsx'
import { openSheet } from '../../src/shell/shellStore.ts'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { account, freshApp, show } from './support.tsx'

const item = { id: '7', title: '维护通知', body: '今晚升级。\n资产不受影响。', publishedAt: 1_700_000_000 }

function answerWith(list: unknown[]) {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify({ code: 200, message: 'ok', data: { list } }), {
        headers: { 'content-type': 'application/json' },
      }),
    ),
  )
}

const page = (
  <>
    <AnnouncementDialog />
    <AnnouncementsSheet />
  </>
)

/** Long enough for an unseen announcement to have opened (it waits 400 ms for a quiet moment). */
function stays() {
  return act(() => vi.advanceTimersByTimeAsync(3_000))
}

describe('announcements', () => {
  beforeEach(() => freshApp())
  afterEach(() => vi.unstubAllGlobals())

  it('open by themselves once for an account, and again from the sheet', async () => {
    answerWith([item])
    useAppStore.setState({ address: account, connection: 'connected' })
    const first = await show(page)
    await screen.findByRole('dialog', { name: '维护通知' })
    fireEvent.click(screen.getByRole('button', { name: '知道了' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    first.unmount()

    vi.useFakeTimers()
    try {
      await show(page)
      await stays()
      expect(screen.queryByRole('dialog')).toBeNull()
    } finally {
      vi.useRealTimers()
    }

    act(() => openSheet('announcements'))
    expect((await screen.findByRole('dialog', { name: '公告' })).textContent).toContain('资产不受影响')
  })

  it('open for another account of the same browser', async () => {
    answerWith([item])
    window.localStorage.setItem(`galx_announcements_${account}`, '["7"]')
    useAppStore.setState({ address: `0x${'b'.repeat(40)}`, connection: 'connected' })
    await show(page)
    expect(await screen.findByRole('dialog', { name: '维护通知' })).toBeTruthy()
  })

  it('wait while a wallet is being connected', async () => {
    answerWith([item])
    useAppStore.setState({ connection: 'connecting' })
    vi.useFakeTimers()
    try {
      await show(page)
      await stays()
      expect(screen.queryByRole('dialog')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
    act(() => useAppStore.setState({ address: account, connection: 'connected' }))
    expect(await screen.findByRole('dialog', { name: '维护通知' })).toBeTruthy()
  })

  it.each(['input', 'textarea', 'select'] as const)('wait while a field has the focus: %s', async (Field) => {
    answerWith([item])
    useAppStore.setState({ address: account, connection: 'connected' })
    vi.useFakeTimers()
    try {
      await show(
        <>
          <Field aria-label="field" />
          {page}
        </>,
      )
      const field = screen.getByLabelText('field')
      act(() => field.focus())
      await stays()
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(document.activeElement).toBe(field)
      act(() => field.blur())
      await stays()
      expect(screen.getByRole('dialog', { name: '维护通知' })).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  it('say that there are none', async () => {
    answerWith([])
    await show(page)
    act(() => openSheet('announcements'))
    expect(await screen.findByText('暂无公告')).toBeTruthy()
  })
})
