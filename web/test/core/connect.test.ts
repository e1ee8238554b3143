// Finding and connecting wallets, and the actions of every navigation, with injected providers that record their requests.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import { restoreToken } from '../../src/core/session/token.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { setEffects } from '../../src/core/state/effects.ts'
import { onNavigation } from '../../src/app/navigation.ts'
import { startApp } from '../../src/app/startApp.ts'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { connectWallet } from '../../src/core/wallet/connect.ts'
import { LATE_WALLET_WAIT } from '../../src/core/wallet/discovery.ts'
import { checkGenesis } from '../../src/core/wallet/genesis.ts'
import { chooseWallet, useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { exampleConfig, exampleJson } from './exampleConfig.ts'

const ADDRESS = '0xAbCdabcdABCDabcdabcdabcdabcdabcdabcdABCD'
const OTHER = `0x${'12'.repeat(20)}`
const page = window as unknown as { ethereum?: unknown; okxwallet?: unknown }
const notices: string[] = []
const routes: string[] = []
const asked: string[] = []

type Answers = Record<string, (params: never) => unknown>
const refusal = Object.assign(new Error('User rejected the request'), { code: 4001 })
function fail(error: unknown) {
  return () => {
    throw error
  }
}

/** A provider that keeps to EIP-1193; `answers` replaces single methods. */
function provider(flags: Record<string, unknown>, answers: Answers = {}) {
  const listeners: Record<string, (payload: unknown) => void> = {}
  const usual: Answers = {
    eth_requestAccounts: () => [ADDRESS],
    wallet_switchEthereumChain: () => null,
    eth_chainId: () => '0x38',
  }
  return {
    ...flags,
    request: async ({ method, params }: { method: string; params?: never }) => {
      asked.push(method)
      const answer = answers[method] ?? usual[method]
      if (!answer) throw Object.assign(new Error(`no ${method}`), { code: -32601 })
      return answer(params as never)
    },
    on: (event: string, listener: (payload: never) => void) => {
      listeners[event] = listener as (payload: unknown) => void
    },
    emit: (event: string, payload: unknown) => listeners[event]?.(payload),
  }
}

function USER(address: string) {
  return { address, FAddress: null, invite_code: null }
}

beforeEach(async () => {
  window.localStorage.clear()
  delete page.ethereum
  delete page.okxwallet
  for (const list of [notices, routes, asked]) list.length = 0
  setEffects({ notify: (text) => notices.push(text), navigate: (path) => routes.push(path) })
  useConfigStore.setState({ state: { status: 'ready', config: exampleConfig() } })
  useAppStore.setState(initialAppState(), true)
  useWalletStore.setState({ candidates: [], choosing: false, connected: null })
  await loadLanguage('zh_CN')
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('config.json')) return new Response(JSON.stringify(exampleJson()))
    asked.push('user info')
    const address = new URL(url).searchParams.get('address') ?? ''
    return new Response(JSON.stringify({ code: 200, message: 'ok', data: USER(address) }))
  })
})

describe('connecting', () => {
  it('asks for accounts, switches to 0x38, then loads user info, in that order', async () => {
    let switched: unknown
    page.ethereum = provider(
      { isTokenPocket: true },
      { wallet_switchEthereumChain: (params) => ((switched = params), null) },
    )
    expect(await connectWallet()).toBe('connected')
    expect(asked).toEqual(['eth_requestAccounts', 'wallet_switchEthereumChain', 'eth_chainId', 'user info'])
    expect(switched).toEqual([{ chainId: '0x38' }])
    expect(useAppStore.getState()).toMatchObject({
      address: ADDRESS.toLowerCase(),
      connection: 'connected',
      walletChainId: 56,
    })
    expect(notices).toEqual([])
  })

  it.each([
    ['zh_CN', '请在支持的钱包中打开'],
    ['en_US', 'Please open this app in a supported wallet'],
  ] as const)(
    'an unexpected wallet gets the message in %s and no request is sent to it',
    async (language, text) => {
      await loadLanguage(language)
      page.ethereum = provider({ isMetaMask: true, isRabby: true })
      vi.useFakeTimers()
      const outcome = connectWallet()
      await vi.advanceTimersByTimeAsync(LATE_WALLET_WAIT + 200)
      expect(await outcome).toBe('unsupported')
      vi.useRealTimers()
      expect(asked).toEqual([])
      expect(notices).toEqual([text])
    },
  )

  it('offers the chain (EIP-3085) to a wallet that does not know it, whatever its error says', async () => {
    let added: unknown
    page.ethereum = provider(
      { isTrust: true },
      {
        wallet_switchEthereumChain: fail(new Error('未知的网络')),
        wallet_addEthereumChain: (params) => ((added = params), null),
      },
    )
    expect(await connectWallet()).toBe('connected')
    expect(added).toMatchObject([{ chainId: '0x38', nativeCurrency: { symbol: 'BNB', decimals: 18 } }])
  })

  it.each([
    ['zh_CN', 'fault', '请切换到 BSC 主网', '连接钱包失败'],
    ['en_US', 'fault', 'Please switch to the BSC main network', 'Failed to connect to wallet'],
    ['zh_CN', 'refusal', '请切换到 BSC 主网：', '连接钱包失败：'],
    ['en_US', 'refusal', 'Please switch to the BSC main network:', 'Failed to connect to wallet:'],
  ] as const)('switch and connect failure in %s: %s', async (language, why, switchText, connectText) => {
    await loadLanguage(language)
    const error = why === 'refusal' ? refusal : Object.assign(new Error('x'), { code: -32603 })
    page.ethereum = provider(
      { isTokenPocket: true },
      {
        wallet_switchEthereumChain: fail(error),
        wallet_addEthereumChain: fail(error),
        eth_chainId: () => '0x1',
      },
    )
    expect(await connectWallet()).toBe('wrongChain')
    useAppStore.setState(initialAppState(), true)
    page.ethereum = provider({ isTokenPocket: true }, { eth_requestAccounts: fail(error) })
    expect(await connectWallet()).toBe(why === 'refusal' ? 'refused' : 'failed')
    const matches = (text: string, wanted: string) =>
      why === 'refusal' ? text.startsWith(wanted) : text === wanted
    expect(notices).toHaveLength(2)
    expect(matches(notices[0] ?? '', switchText) && matches(notices[1] ?? '', connectText)).toBe(true)
    if (why === 'refusal') expect(asked).not.toContain('wallet_addEthereumChain')
  })

  it('a chain other than 56 or 97 shows the switch message, also when it changes later', async () => {
    const wallet = provider({ isTokenPocket: true })
    page.ethereum = wallet
    await connectWallet()
    wallet.emit('chainChanged', '0x61')
    expect(notices).toEqual([])
    wallet.emit('chainChanged', '0x1')
    expect(notices).toEqual(['请切换到 BSC 主网'])
    expect(useAppStore.getState().connection).toBe('wrongChain')
    wallet.emit('chainChanged', '0x38')
    expect(useAppStore.getState().connection).toBe('connected')
  })

  it.each([[undefined], [null], [''], ['BSC'], [{ chain: 56 }]])(
    'asks the wallet again after a change of chain that cannot be read (%o), and asks a wallet on BSC for no switch',
    async (payload) => {
      let chain = '0x38'
      const wallet = provider({ isTokenPocket: true }, { eth_chainId: () => chain })
      page.ethereum = wallet
      await connectWallet()
      wallet.emit('chainChanged', payload)
      await vi.waitFor(() => expect(asked.filter((method) => method === 'eth_chainId')).toHaveLength(2))
      expect(useAppStore.getState()).toMatchObject({ connection: 'connected', walletChainId: 56 })
      chain = '0x1'
      wallet.emit('chainChanged', payload)
      await vi.waitFor(() => expect(useAppStore.getState().connection).toBe('wrongChain'))
      expect(notices).toEqual(['请切换到 BSC 主网'])
    },
  )

  it('a wallet that is gone for good ends the connection; a wallet that is away for a moment does not', async () => {
    const wallet = provider({ isTokenPocket: true })
    page.ethereum = wallet
    await connectWallet()
    wallet.emit('disconnect', { code: 1013, message: 'Try again later' })
    expect(useAppStore.getState()).toMatchObject({ connection: 'connected', address: ADDRESS.toLowerCase() })
    wallet.emit('disconnect', { code: 1011, message: 'Page reload required' })
    expect(useAppStore.getState()).toMatchObject({ connection: 'disconnected', address: null })
  })

  it.each([['https://explorer.example'], ['']])(
    'a chain is described with its explorer, if it has one (%o)',
    async (explorerUrl) => {
      const config = exampleConfig({ explorerUrl })
      useConfigStore.setState({ state: { status: 'ready', config } })
      const described: unknown[] = []
      let chain = '0x1'
      const wallet = provider(
        { isTokenPocket: true },
        {
          eth_chainId: () => chain,
          wallet_switchEthereumChain: () => {
            throw Object.assign(new Error('Unrecognized chain'), { code: 4902 })
          },
          wallet_addEthereumChain: (params: unknown) => {
            described.push(params)
            chain = '0x38'
            return null
          },
        },
      )
      page.ethereum = wallet
      await connectWallet()
      const [[chainDescription]] = described as [[Record<string, unknown>]]
      expect('blockExplorerUrls' in chainDescription).toBe(explorerUrl !== '')
      if (explorerUrl !== '') expect(chainDescription.blockExplorerUrls).toEqual([explorerUrl])
    },
  )

  it('asks the wallet again after a change of account that cannot be read', async () => {
    let accounts = [ADDRESS]
    const wallet = provider({ isTokenPocket: true }, { eth_accounts: () => accounts })
    page.ethereum = wallet
    await connectWallet()
    wallet.emit('accountsChanged', undefined)
    await vi.waitFor(() => expect(asked).toContain('eth_accounts'))
    expect(useAppStore.getState().address).toBe(ADDRESS.toLowerCase())
    accounts = [OTHER]
    wallet.emit('accountsChanged', null)
    await vi.waitFor(() => expect(useAppStore.getState().address).toBe(OTHER))
  })

  it('a changed address leads to /start, and the old account’s token is not used for the new account', async () => {
    const wallet = provider({ isTokenPocket: true })
    page.ethereum = wallet
    await connectWallet()
    window.localStorage.setItem('set_userToken', 'of the first account')
    useAppStore.setState({ userToken: 'of the first account' })
    wallet.emit('accountsChanged', [ADDRESS])
    expect(routes).toEqual([])
    wallet.emit('accountsChanged', [OTHER])
    expect(routes).toEqual(['/start'])
    expect(useAppStore.getState()).toMatchObject({ address: OTHER, userToken: null, userInfo: null })
    expect(window.localStorage.getItem('set_userToken')).toBeNull()
  })

  it('a token of another account is dropped when the wallet names its account at the next visit', async () => {
    window.localStorage.setItem('set_userToken', 'T')
    window.localStorage.setItem('galx_tokenAddress', OTHER)
    restoreToken()
    page.ethereum = provider({ isTokenPocket: true })
    await connectWallet()
    expect(useAppStore.getState().userToken).toBeNull()
  })

  it('does not wait for the server, because a transaction may wait for the connection', async () => {
    let answer: (response: Response) => void = () => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
    page.ethereum = provider({ isTokenPocket: true })
    // The server has not answered yet.
    expect(await connectWallet()).toBe('connected')
    answer(Response.json({ code: 200, message: 'ok', data: USER(ADDRESS.toLowerCase()) }))
    await expect.poll(() => useAppStore.getState().userInfoStatus).toBe('loaded')
  })

  it('leads to /community once for each connection, not at every return to the chain', async () => {
    const wallet = provider({ isTokenPocket: true })
    page.ethereum = wallet
    window.localStorage.setItem('inviteCode', 'ABCD2345')
    await connectWallet()
    await expect.poll(() => routes).toEqual(['/community'])
    useAppStore.setState({ userInfo: null })
    wallet.emit('chainChanged', '0x1')
    wallet.emit('chainChanged', '0x38')
    await expect.poll(() => asked.filter((item) => item === 'user info')).toHaveLength(2)
    await expect.poll(() => useAppStore.getState().userInfo).not.toBeNull()
    expect(routes).toEqual(['/community'])
  })

  it('leads nowhere while a transaction is prepared or signed', async () => {
    const wallet = provider({ isTokenPocket: true })
    page.ethereum = wallet
    window.localStorage.setItem('inviteCode', 'ABCD2345')
    useTransactionStore.setState({ list: [{ id: '1', stage: 'checking' } as never] })
    await connectWallet()
    await expect.poll(() => useAppStore.getState().userInfoStatus).toBe('loaded')
    expect(routes).toEqual([])
    useTransactionStore.setState({ list: [] })
  })

  it('finds a wallet that appears seconds after the page', async () => {
    vi.useFakeTimers()
    const outcome = connectWallet()
    await vi.advanceTimersByTimeAsync(2_500)
    page.ethereum = provider({ isImToken: true })
    await vi.advanceTimersByTimeAsync(300)
    vi.useRealTimers()
    expect(await outcome).toBe('connected')
  })

  it('offers several wallets, announced by EIP-6963 or injected, as a choice', async () => {
    const announced = provider({})
    window.addEventListener('eip6963:requestProvider', () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: {
            info: { uuid: '1', name: 'Trust', rdns: 'com.trustwallet.app', icon: 'data:image/png;base64,AA' },
            provider: announced,
          },
        }),
      ),
    )
    page.okxwallet = provider({ isOkxWallet: true })
    const outcome = connectWallet()
    await expect.poll(() => useWalletStore.getState().choosing).toBe(true)
    const { candidates } = useWalletStore.getState()
    expect(candidates.map(({ id }) => id)).toEqual(['trust', 'okx'])
    expect(asked).toEqual([])
    chooseWallet(candidates[1] as never)
    expect(await outcome).toBe('connected')
    expect(useWalletStore.getState().connected?.id).toBe('okx')
  })
})

describe('genesis', () => {
  it('compares the first block’s hash', async () => {
    const at = (hash: unknown) => provider({}, { eth_getBlockByNumber: () => ({ hash }) })
    const wanted = `0x${'a'.repeat(64)}` as const
    expect(await checkGenesis(at(wanted.toUpperCase().replace('0X', '0x')), wanted)).toBe('same')
    expect(await checkGenesis(at(`0x${'b'.repeat(64)}`), wanted)).toBe('different')
    expect(await checkGenesis(provider({}), wanted)).toBe('unknown')
  })
})

describe('navigation', () => {
  it('saves the query parameter invite, before or after the #, at any navigation', () => {
    useAppStore.setState({ address: ADDRESS.toLowerCase() as never })
    onNavigation({ search: '?invite=BEFORE22', hash: '#/galx' })
    expect(window.localStorage.getItem('inviteCode')).toBe('BEFORE22')
    onNavigation({ search: '', hash: '#/rank' })
    expect(window.localStorage.getItem('inviteCode')).toBe('BEFORE22')
    onNavigation({ search: '', hash: '#/rank?a=1&invite=AFTER222' })
    expect(window.localStorage.getItem('inviteCode')).toBe('AFTER222')
    expect(useAppStore.getState().inviteCode).toBe('AFTER222')
  })

  it('starts a wallet connection when no address is known, one at a time', async () => {
    window.localStorage.setItem('galx_wallet', 'tokenpocket')
    page.ethereum = provider({ isTokenPocket: true })
    onNavigation({ search: '', hash: '#/galx' })
    onNavigation({ search: '', hash: '#/rank' })
    await expect.poll(() => useAppStore.getState().connection).toBe('connected')
    onNavigation({ search: '', hash: '#/earn' })
    expect(asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
  })

  it('removes the saved invite code at app start, and takes up the stored token', () => {
    window.localStorage.setItem('inviteCode', 'OLD')
    window.localStorage.setItem('set_userToken', 'T')
    startApp({ notify: () => {}, navigate: () => {} })
    expect(window.localStorage.getItem('inviteCode')).toBeNull()
    expect(useAppStore.getState()).toMatchObject({ inviteCode: null, userToken: 'T' })
  })

  it('works when local storage throws', async () => {
    window.localStorage.setItem('galx_wallet', 'tokenpocket')
    const broken = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(fail(new Error('denied')))
    page.ethereum = provider({ isTokenPocket: true })
    onNavigation({ search: '?invite=KEPT2222', hash: '' })
    await expect.poll(() => useAppStore.getState().connection).toBe('connected')
    expect(useAppStore.getState().inviteCode).toBe('KEPT2222')
    broken.mockRestore()
  })
})

describe('state', () => {
  it('the app state has every agreed field', () => {
    const fields =
      'chainId limitWidth screenWidth userToken userInfo address usdtBalance aaaBalance mcmBalance galxBalance disabeldMatch inviteCode'
    expect(Object.keys(initialAppState())).toEqual(expect.arrayContaining(fields.split(' ')))
    expect(initialAppState()).toMatchObject({ chainId: 56, limitWidth: 800, disabeldMatch: false })
  })
})
