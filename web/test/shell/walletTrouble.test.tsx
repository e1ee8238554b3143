// The frame's messages while a wallet is silent or on another chain, while no node answers, and without any wallet.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { initialChainState, useChainStore } from '../../src/core/chain/chainStore.ts'
import { setRefresh } from '../../src/core/chain/refresh.ts'
import { useAppStore, type AppState } from '../../src/core/state/appStore.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { StatusBanners } from '../../src/shell/frame/StatusBanners.tsx'
import { OpenInWalletSheet } from '../../src/shell/wallet/OpenInWalletSheet.tsx'
import { account, freshApp, show } from './support.tsx'

describe('the frame', () => {
  beforeEach(async () => {
    await freshApp()
    useChainStore.setState(initialChainState, true)
  })

  it('shows each problem of the wallet in its own words, with the next step', async () => {
    await show(<StatusBanners />)
    for (const [state, text, action] of [
      [{ connection: 'silent' }, '钱包还没有答复', '再次请求'],
      [{ connection: 'pending' }, '已有一个连接请求在等待', '再次请求'],
      [
        { address: account, connection: 'connected', signInStatus: 'silent' },
        '还没有答复签名请求',
        '再次请求',
      ],
      [{ connection: 'wrongChain', chainTrouble: 'elsewhere' }, '钱包不在 BSC 主网上', '切换网络'],
      [{ connection: 'wrongChain', chainTrouble: 'refused' }, '你在钱包中取消了切换', '切换网络'],
      [{ connection: 'wrongChain', chainTrouble: 'failed' }, '钱包没有切换成功', '切换网络'],
      [{ connection: 'wrongChain', chainTrouble: 'silent' }, '没有答复切换网络的请求', '切换网络'],
      [{ connection: 'wrongChain', chainTrouble: 'pending' }, '先在那里答复，再切换网络', '切换网络'],
    ] as [Partial<AppState>, string, string][]) {
      act(() => useAppStore.setState(state))
      await screen.findByText(new RegExp(text))
      expect(screen.getAllByRole('button', { name: action })).toHaveLength(1)
    }
  })

  it('lets the person keep reading while the wallet is silent', async () => {
    await show(<StatusBanners />)
    act(() => useAppStore.setState({ connection: 'silent' }))
    await screen.findByText(/钱包还没有答复/)
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(screen.queryByText(/钱包还没有答复/)).toBeNull())
  })

  it('reports a chain that never answered, with a retry', async () => {
    const refresh = vi.fn(() => Promise.resolve())
    setRefresh(refresh)
    await show(<StatusBanners />)
    act(() => useChainStore.setState({ connection: 'down' }))
    await screen.findByText(/区块链节点连不上/)
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(refresh).toHaveBeenCalledOnce()
    act(() => useChainStore.setState({ connection: 'up' }))
    expect(screen.queryByText(/区块链节点连不上/)).toBeNull()
    setRefresh(null)
  })

  it('offers every accepted wallet if there is none, with the invite code', async () => {
    await show(<OpenInWalletSheet />)
    act(() => {
      useAppStore.setState({ inviteCode: 'ABCD2345' })
      useWalletStore.setState({ offering: true })
    })
    await screen.findByRole('dialog', { name: '用钱包打开' })
    const links = screen
      .getAllByRole('link')
      .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
    expect(links.length).toBeGreaterThan(0)
    expect(links.some((link) => link.includes('invite=ABCD2345'))).toBe(true)
    act(() => useWalletStore.setState({ offering: false }))
  })
})
