import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastRegion } from '../../src/design/Toast/Toast.tsx'
import { InviteSheet } from '../../src/shell/invite/InviteSheet.tsx'
import { openSheet } from '../../src/shell/shellStore.ts'
import { useAppStore, type UserInfo } from '../../src/core/state/appStore.ts'
import { account, freshApp, show } from './support.tsx'

const userInfo: UserInfo = {
  address: account,
  FAddress: null,
  inviterStatus: null,
  invite_code: 'K7MQ2RXA',
  level: 0,
  node: null,
  team: { direct: null, total: null, hashPower: null, asOf: null },
  asOf: null,
  hashPower: null,
  registeredAt: 1,
}
const link = `${window.location.origin}/#/start?inviteCode=K7MQ2RXA`

const page = (
  <>
    <InviteSheet />
    <ToastRegion />
  </>
)

async function openInvitation(name = '邀请好友') {
  await show(page)
  act(() => openSheet('invite'))
  return within(await screen.findByRole('dialog', { name }))
}

/** The browser's clipboard; `undefined`: it has none. */
function clipboard(writeText: ((text: string) => Promise<void>) | undefined) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: writeText && { writeText } })
}

describe('the invitation sheet', () => {
  beforeEach(async () => {
    await freshApp()
    useAppStore.setState({ address: account, userInfo })
  })
  afterEach(() => {
    clipboard(undefined)
    Reflect.deleteProperty(document, 'execCommand')
  })

  it('shows the code, and copies origin + /#/start?inviteCode= + code', async () => {
    const copied: string[] = []
    clipboard(async (text) => void copied.push(text))
    const sheet = await openInvitation()
    expect(sheet.getByText('K7MQ2RXA')).toBeTruthy()
    fireEvent.click(sheet.getByRole('button', { name: '复制链接' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('复制成功'))
    expect(copied).toEqual([link])
  })

  it('has its English name and button', async () => {
    await freshApp({}, 'en_US')
    useAppStore.setState({ address: account, userInfo })
    clipboard(async () => {})
    const sheet = await openInvitation('Invite friends')
    fireEvent.click(sheet.getByRole('button', { name: 'Copy Link' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'))
  })

  it('copies by selection if the browser refuses the clipboard', async () => {
    clipboard(() => Promise.reject(new Error('NotAllowedError')))
    const selected: string[] = []
    document.execCommand = () => {
      const field = document.activeElement as HTMLTextAreaElement
      selected.push(field.value.slice(field.selectionStart, field.selectionEnd))
      return true
    }
    const sheet = await openInvitation()
    fireEvent.click(sheet.getByRole('button', { name: '复制链接' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('复制成功'))
    expect(selected).toEqual([link])
  })

  it('selects the link for copying by hand if both ways are refused', async () => {
    document.execCommand = vi.fn(() => false)
    const sheet = await openInvitation()
    fireEvent.click(sheet.getByRole('button', { name: '复制链接' }))
    expect((await sheet.findByRole('alert')).textContent).toContain('长按复制')
    const field = sheet.getByRole<HTMLInputElement>('textbox', { name: '邀请链接' })
    expect(document.activeElement).toBe(field)
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(link)
  })

  it('draws the link as a QR code', async () => {
    const sheet = await openInvitation()
    expect(await sheet.findByRole('img', { name: '邀请链接的二维码' })).toBeTruthy()
  })

  it('leads to the code: connect first, then sign in', async () => {
    useAppStore.setState({ address: null, userInfo: null })
    const sheet = await openInvitation()
    expect(sheet.getByRole('button', { name: '连接钱包' })).toBeTruthy()
    act(() =>
      useAppStore.setState({
        address: account,
        userInfo: { ...userInfo, invite_code: null },
        userInfoStatus: 'loaded',
      }),
    )
    expect(sheet.getByRole('button', { name: '签名登录' })).toBeTruthy()
  })

  it('asks a signed-in person for nothing while the code is read, and offers a retry if no server answers', async () => {
    useAppStore.setState({ userInfo: null, userInfoStatus: 'loading', userToken: 'token' })
    const sheet = await openInvitation()
    expect(sheet.queryByRole('button', { name: '签名登录' })).toBeNull()
    act(() => useAppStore.setState({ userInfoStatus: 'failed' }))
    expect(sheet.getByRole('alert').textContent).toContain('邀请码暂时读不到')
    expect(sheet.queryByRole('button', { name: '签名登录' })).toBeNull()
    vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'ok', data: userInfo }))
    fireEvent.click(sheet.getByRole('button', { name: '重试' }))
    expect(await sheet.findByText('K7MQ2RXA')).toBeTruthy()
    vi.unstubAllGlobals()
  })
})
