import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ToastRegion } from '../../src/design/Toast/Toast.tsx'
import { MenuDrawer } from '../../src/shell/menu/MenuDrawer.tsx'
import { currentLocation, goTo } from '../../src/shell/navigation/appHistory.ts'
import { openSheet, useShellStore } from '../../src/shell/shellStore.ts'
import { freshApp, show } from './support.tsx'

const page = (
  <>
    <button type="button" onClick={() => openSheet('menu')}>
      opener
    </button>
    <MenuDrawer />
    <ToastRegion />
  </>
)

async function openMenu(name = '菜单') {
  const opener = screen.getByText('opener')
  opener.focus()
  fireEvent.click(opener)
  return screen.findByRole('dialog', { name })
}

describe('the menu', () => {
  beforeEach(() => freshApp())

  // The agreed entries and their order, by hand on purpose: the registry alone must not be able to change them.
  it.each([
    ['zh_CN', '菜单', ['GALX 生态', '兑换', 'MCM 算力', '节点排名', '我的社区', '安全']],
    [
      'en_US',
      'Menu',
      ['GALX ecosystem', 'Exchange', 'MCM hash power', 'Node ranking', 'My community', 'Security'],
    ],
  ] as const)('lists its six entries in order in %s', async (language, name, names) => {
    await freshApp({}, language)
    await show(page)
    const entries = within(await openMenu(name)).getAllByRole('listitem')
    expect(entries.map((entry) => entry.textContent)).toEqual([...names])
  })

  it('leads each entry to its route', async () => {
    await show(page)
    const links = within(await openMenu()).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '#/galx',
      '#/index',
      '#/mcmEarn',
      '#/rank',
      '#/community',
      // The status link, beside the version.
      '#/hidden1',
    ])
    fireEvent.click(links[3] as HTMLElement)
    expect(currentLocation().pathname).toBe('/rank')
    expect(useShellStore.getState().sheet).toBeNull()
  })

  it('takes half of the window at the right', () => {
    const styles = readFileSync(
      join(import.meta.dirname, '../../src/design/overlay/OverlayFrame.module.css'),
      'utf8',
    )
    const drawer = /^\.right \{([^}]*)\}/m.exec(styles)?.[1] ?? ''
    expect(drawer).toMatch(/\bright: 0;/)
    expect(drawer).toMatch(/\bwidth: 50vw;/)
  })

  it('security only says that it is coming', async () => {
    await show(page)
    const before = window.location.href
    fireEvent.click(within(await openMenu()).getByRole('button', { name: '安全' }))
    expect(screen.getByRole('status').textContent).toBe('敬请期待')
    expect(window.location.href).toBe(before)
  })

  it('security leads to /safe if it is switched on', async () => {
    await freshApp({ securityCentre: true })
    await show(page)
    const link = within(await openMenu()).getByRole('link', { name: '安全' })
    expect(link.getAttribute('href')).toBe('#/safe')
  })

  it('closes with Escape and with the back button, and the focus returns', async () => {
    await show(page)
    await openMenu()
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('opener')))

    await waitFor(() => expect(window.history.state ?? {}).not.toHaveProperty('overlayGuard'))
    await openMenu()
    act(() => window.history.back())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(useShellStore.getState().sheet).toBeNull()
  })

  it('traps the focus, but lets a wallet’s own window have it', async () => {
    await show(<div id="root">{page}</div>)
    const drawer = await openMenu()
    await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true))
    screen.getByText('opener').focus()
    expect(drawer.contains(document.activeElement)).toBe(true)

    const wallet = document.body.appendChild(document.createElement('button'))
    wallet.focus()
    expect(document.activeElement).toBe(wallet)
    wallet.remove()
  })

  it('leaves a history in which "back" goes to the page before', async () => {
    act(() => goTo('/galx'))
    await show(page)
    fireEvent.click(within(await openMenu()).getByRole('link', { name: '我的社区' }))
    expect(window.location.hash).toBe('#/community')
    act(() => window.history.back())
    await waitFor(() => expect(window.location.hash).toBe('#/galx'))
  })

  it('chooses the theme, for the page and for the browser’s own bars', async () => {
    document.head.innerHTML = '<meta name="theme-color" content="#07080d">'
    await show(page)
    fireEvent.click(within(await openMenu()).getByRole('radio', { name: '浅色' }))
    expect(document.documentElement.dataset.theme).toBe('light')
    expect(document.querySelector('meta')?.content).toBe('#e8eaee')
    expect(window.localStorage.getItem('galx_theme')).toBe('light')
  })
})
