/** The app's stores at the moment after a wallet was connected: nothing is read yet, and nothing was sent. */
import { initialChainState, useChainStore } from '../../src/core/chain/chainStore.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import type { TestChain } from './deployForTest.ts'
import type { KeyWallet } from './keyWallet.ts'

export function connectWallet({ config }: Pick<TestChain, 'config'>, wallet: KeyWallet): void {
  useConfigStore.setState({ state: { status: 'ready', config } })
  useTransactionStore.setState({ list: [], currentId: null, silent: null })
  useChainStore.setState(initialChainState, true)
  useWalletStore.setState({ connected: { id: 'tokenpocket', name: 'test', icon: null, provider: wallet } })
  useAppStore.setState({ ...initialAppState(), address: wallet.address, connection: 'connected' }, true)
}
