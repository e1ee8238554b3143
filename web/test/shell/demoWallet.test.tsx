// The demo wallet's own window: accounts, faucet and key, from the account sheet.
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { openDemoWallet } from '../../src/demo/demoWallet.ts'
import { useQuestions } from '../../src/demo/questions.ts'
import { openSheet } from '../../src/shell/shellStore.ts'
import { AccountSheet } from '../../src/shell/wallet/AccountSheet.tsx'
import '../dialogElement.ts'
import { exampleConfig } from '../core/exampleConfig.ts'
import { account, freshApp, show } from './support.tsx'

beforeEach(() => freshApp({ demoWallet: true }))

async function openAccount() {
  await show(<AccountSheet />)
  act(() => openSheet('account'))
  return screen.findByRole('dialog', { name: '我的钱包' })
}

it('the account sheet opens the demo wallet, which shows its accounts', async () => {
  const wallet = openDemoWallet(exampleConfig({ demoWallet: true }))
  const accounts = wallet.provider.request({ method: 'eth_requestAccounts' })
  await expect.poll(() => useQuestions.getState().open.length).toBe(1)
  act(() => useQuestions.getState().open[0]?.answer(true))
  await accounts
  useWalletStore.setState({ connected: wallet })
  useAppStore.setState({ address: account })
  const sheet = await openAccount()
  fireEvent.click(within(sheet).getByRole('button', { name: '打开演示钱包' }))
  const panel = await screen.findByRole('dialog', { name: /^演示钱包/ })
  expect((await within(panel).findAllByRole('radio')).length).toBeGreaterThan(0)
})

it('another wallet has no such button', async () => {
  const wallet = openDemoWallet(exampleConfig({ demoWallet: true }))
  useWalletStore.setState({ connected: { ...wallet, id: 'metamask', name: 'MetaMask' } })
  useAppStore.setState({ address: account })
  const sheet = await openAccount()
  expect(within(sheet).getByText('MetaMask')).toBeTruthy()
  expect(within(sheet).queryByRole('button', { name: '打开演示钱包' })).toBeNull()
})
