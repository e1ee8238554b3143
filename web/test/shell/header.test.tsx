import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ToastRegion } from '../../src/design/Toast/Toast.tsx'
import { storedLanguage } from '../../src/i18n/language.ts'
import { currentLanguage } from '../../src/i18n/texts.ts'
import { Header } from '../../src/shell/header/Header.tsx'
import { useShellStore } from '../../src/shell/shellStore.ts'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { account, freshApp, show } from './support.tsx'

const page = (
  <>
    <Header />
    <ToastRegion />
  </>
)

describe('the header', () => {
  beforeEach(() => freshApp())

  it.each([
    ['zh_CN', '连接钱包', '语言', '菜单'],
    ['en_US', 'Connect wallet', 'Language', 'Menu'],
    ['vi_VN', 'Kết nối ví', 'Ngôn ngữ', 'Menu'],
  ] as const)('has connect, language and menu buttons in %s', async (language, ...names) => {
    await freshApp({}, language)
    await show(page)
    for (const name of names) expect(screen.getByRole('button', { name })).toBeTruthy()
  })

  it('shows the connected address shortened 8 and 8, and opens the account sheet', async () => {
    await show(page)
    act(() => useAppStore.setState({ address: account, connection: 'connected' }))
    const button = screen.getByRole('button', { name: '0x123456…34567890' })
    fireEvent.click(button)
    expect(useShellStore.getState().sheet).toBe('account')
  })

  it('says that the international version is coming, and switches nothing', async () => {
    await show(page)
    fireEvent.click(screen.getByRole('button', { name: '语言' }))
    expect(screen.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual(['中文', 'English'])
    fireEvent.click(screen.getByText('English'))
    expect(screen.getByRole('status').textContent).toBe('国际版敬请期待')
    expect(screen.getByRole('button', { name: '连接钱包' })).toBeTruthy()
    expect([currentLanguage(), window.localStorage.getItem('APP_LANG')]).toEqual(['zh_CN', null])
  })

  it('switches and stores the language if the deployment allows it', async () => {
    await freshApp({ internationalVersion: true })
    await show(page)
    fireEvent.click(screen.getByRole('button', { name: '语言' }))
    fireEvent.click(screen.getByText('English'))
    expect(await screen.findByRole('button', { name: 'Connect wallet' })).toBeTruthy()
    expect(window.localStorage.getItem('APP_LANG')).toBe('en_US')
    expect(document.documentElement.lang).toBe('en')
  })

  it('offers Vietnamese too if the deployment allows a switch', async () => {
    await freshApp({ internationalVersion: true })
    await show(page)
    fireEvent.click(screen.getByRole('button', { name: '语言' }))
    const choices = screen.getAllByRole('menuitemradio')
    expect(choices.map((item) => item.textContent)).toEqual(['中文', 'English', 'Tiếng Việt'])
    expect(choices.map((item) => item.lang)).toEqual(['zh-CN', 'en', 'vi'])
    fireEvent.click(screen.getByText('Tiếng Việt'))
    expect(await screen.findByRole('button', { name: 'Kết nối ví' })).toBeTruthy()
    expect(window.localStorage.getItem('APP_LANG')).toBe('vi_VN')
    expect(document.documentElement.lang).toBe('vi')
    expect(storedLanguage()).toBe('vi_VN')
  })

  it('focuses the first choice if the stored language is not among the choices', async () => {
    await freshApp({}, 'vi_VN')
    await show(page)
    fireEvent.click(screen.getByRole('button', { name: 'Ngôn ngữ' }))
    expect(document.activeElement?.textContent).toBe('中文')
    expect(screen.getAllByRole('menuitemradio')).toHaveLength(2)
  })

  it('closes the language menu with Escape and returns the focus', async () => {
    await show(page)
    const trigger = screen.getByRole('button', { name: '语言' })
    fireEvent.click(trigger)
    expect(document.activeElement?.textContent).toBe('中文')
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toBe('English')
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(trigger)
  })
})
