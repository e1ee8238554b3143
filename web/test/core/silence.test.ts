// Wallets that do not answer, have an open request, or are missing: nothing blocks, and a late answer is used if that is safe.
import { WALLET_IDS } from '@galx/protocol/webConfig'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onNavigation } from '../../src/app/navigation.ts'
import { readRpc } from '../../src/core/chain/rpc.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { signIn } from '../../src/core/session/signIn.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { setEffects } from '../../src/core/state/effects.ts'
import { connectWallet, enterChain } from '../../src/core/wallet/connect.ts'
import { disconnect } from '../../src/core/wallet/disconnect.ts'
import { LATE_WALLET_WAIT } from '../../src/core/wallet/discovery.ts'
import { checkGenesis } from '../../src/core/wallet/genesis.ts'
import { pageLink, walletLink } from '../../src/core/wallet/openInWallet.ts'
import { READ_TIMEOUT, SILENT_AFTER } from '../../src/core/wallet/answerTimeout.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import { signInText } from '../signInText.ts'
import { exampleConfig, exampleJson } from './exampleConfig.ts'
import { fails, scriptedWallet, type ScriptedWallet } from './scriptedWallet.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const OTHER = `0x${'12'.repeat(20)}`
const page = window as unknown as { ethereum?: unknown }
const notices: string[] = []
const calls: string[] = []

/** A wallet on the right chain, except for the methods in `answers`. */
function wallet(answers: Parameters<typeof scriptedWallet>[0] = {}): ScriptedWallet {
  const made = scriptedWallet({
    wallet_switchEthereumChain: () => null,
    eth_chainId: () => '0x38',
    ...answers,
  })
  page.ethereum = made
  return made
}

function state() {
  return useAppStore.getState()
}

async function goTo(path: string): Promise<void> {
  onNavigation({ search: '', hash: `#${path}` })
  await pass(0)
  // The code that connects is loaded when it is first needed.
  await vi.dynamicImportSettled()
  await pass(0)
}

function pass(milliseconds: number): Promise<void> {
  return vi.advanceTimersByTimeAsync(milliseconds).then(() => undefined)
}

beforeEach(async () => {
  await loadLanguage('en_US')
  vi.useFakeTimers()
  window.localStorage.clear()
  delete page.ethereum
  notices.length = 0
  calls.length = 0
  setEffects({ notify: (text) => notices.push(text), navigate: () => {} })
  useConfigStore.setState({ state: { status: 'ready', config: exampleConfig() } })
  useAppStore.setState(initialAppState(), true)
  useWalletStore.setState({ candidates: [], choosing: false, offering: false, connected: null })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (url.includes('config.json')) return new Response(JSON.stringify(exampleJson()))
    const { pathname } = new URL(url)
    calls.push(`${method} ${pathname}`)
    const token = { token: 'T', expiresAt: '2030-01-01T00:00:00Z' }
    const answers: Record<string, unknown> = {
      '/api/getAAAUserInfo': { address: ADDRESS, FAddress: null, invite_code: null },
      [`/api/user/public/nonce/${ADDRESS}`]: signInText(ADDRESS),
      [`/api/user/public/auth/${ADDRESS}`]: token,
      [`/api/user/public/nonce/${OTHER}`]: signInText(OTHER),
      [`/api/user/public/auth/${OTHER}`]: token,
      '/api/sessions': { list: [{ id: 'a'.repeat(32), current: true }] },
      '/api/sessions/revoke': { revoked: 1 },
    }
    return new Response(JSON.stringify({ code: 200, message: 'ok', data: answers[pathname] }))
  })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a wallet that does not answer', () => {
  it('connect: says so after a while, can be asked again, and its late answer is used', async () => {
    const silent = wallet()
    const first = connectWallet()
    await pass(SILENT_AFTER + 200)
    expect(await first).toBe('silent')
    expect(state()).toMatchObject({ connection: 'silent', address: null })

    const second = connectWallet()
    await pass(200)
    expect(silent.open('eth_requestAccounts')).toHaveLength(2)
    expect(state().connection).toBe('connecting')
    await pass(SILENT_AFTER)
    expect(await second).toBe('silent')

    silent.open('eth_requestAccounts')[0]?.give([ADDRESS])
    await pass(0)
    expect(state()).toMatchObject({ connection: 'connected', address: ADDRESS })
    // A late answer to the other attempt changes nothing.
    silent.open('eth_requestAccounts')[0]?.give([OTHER])
    await pass(0)
    expect(state().address).toBe(ADDRESS)
  })

  it('connect: a late refusal is a refusal', async () => {
    const silent = wallet()
    const outcome = connectWallet()
    await pass(SILENT_AFTER + 200)
    await outcome
    silent.open('eth_requestAccounts')[0]?.fail(4001)
    await pass(0)
    expect(state().connection).toBe('refused')
    expect(notices).toEqual(['Failed to connect to wallet: you declined in the wallet'])
  })

  it('connect: an account granted in the wallet’s own window is used, too', async () => {
    const silent = wallet()
    const outcome = connectWallet()
    await pass(SILENT_AFTER + 200)
    await outcome
    silent.emit('accountsChanged', [ADDRESS])
    await pass(0)
    expect(state()).toMatchObject({ connection: 'connected', address: ADDRESS })
  })

  it('switch: the app continues, and the wallet’s chain decides once the wallet answers', async () => {
    let chainId = '0x1'
    const silent = wallet({
      eth_requestAccounts: () => [ADDRESS],
      wallet_switchEthereumChain: undefined,
      eth_chainId: () => chainId,
    })
    const outcome = connectWallet()
    await pass(SILENT_AFTER + 200)
    expect(await outcome).toBe('wrongChain')
    expect(state()).toMatchObject({ connection: 'wrongChain', chainTrouble: 'silent', address: ADDRESS })
    chainId = '0x38'
    silent.open('wallet_switchEthereumChain')[0]?.give(null)
    await pass(0)
    expect(state().connection).toBe('connected')
  })

  it('sign: the button works again, a late signature signs in, a signature of an older attempt does not', async () => {
    const silent = wallet({ eth_requestAccounts: () => [ADDRESS] })
    const outcome = connectWallet()
    await pass(200)
    await outcome
    const first = signIn()
    await pass(SILENT_AFTER)
    expect(await first).toBe(false)
    expect(state().signInStatus).toBe('silent')
    const second = signIn()
    await pass(SILENT_AFTER)
    expect(await second).toBe(false)

    const authenticated = () => calls.filter((call) => call.includes('/auth/')).length
    silent.open('personal_sign')[0]?.give('0xold')
    await pass(0)
    expect(authenticated()).toBe(0)
    silent.open('personal_sign')[0]?.give('0xnew')
    await pass(0)
    expect(authenticated()).toBe(1)
    expect(state()).toMatchObject({ signInStatus: 'signedIn', userToken: 'T' })
  })

  it('sign: a late signature of an account that was changed meanwhile is ignored', async () => {
    const silent = wallet({ eth_requestAccounts: () => [ADDRESS] })
    const outcome = connectWallet()
    await pass(200)
    await outcome
    const signing = signIn()
    await pass(SILENT_AFTER)
    await signing
    silent.emit('accountsChanged', [OTHER])
    silent.open('personal_sign')[0]?.give('0xlate')
    await pass(0)
    expect(state().userToken).toBeNull()
    expect(calls.filter((call) => call.includes('/auth/'))).toEqual([])
  })

  it('sign: another account is asked at once, and does not get the first account’s outcome', async () => {
    const silent = wallet({ eth_requestAccounts: () => [ADDRESS] })
    const outcome = connectWallet()
    await pass(200)
    await outcome
    const first = signIn()
    await pass(5_000)
    silent.emit('accountsChanged', [OTHER])
    const second = signIn()
    await pass(0)
    expect(silent.open('personal_sign')).toHaveLength(2)
    expect(state().signInStatus).toBe('signing')
    silent.open('personal_sign')[0]?.fail(4001)
    expect(await first).toBe(false)
    expect(state().signInStatus).toBe('signing')
    expect(notices).toEqual([])
    // The account still has only one attempt at a time.
    expect(signIn()).toBe(second)
    silent.open('personal_sign')[0]?.give('0xsigned')
    expect(await second).toBe(true)
    expect(state()).toMatchObject({ address: OTHER, signInStatus: 'signedIn', userToken: 'T' })
  })

  it('sign: an account that comes back while the wallet still asks is shown as signing, and not asked twice', async () => {
    const silent = wallet({ eth_requestAccounts: () => [ADDRESS] })
    const outcome = connectWallet()
    await pass(200)
    await outcome
    const first = signIn()
    await pass(0)
    silent.emit('accountsChanged', [])
    expect(state()).toMatchObject({ address: null, signInStatus: 'signedOut' })
    silent.emit('accountsChanged', [ADDRESS])
    await pass(0)
    expect(signIn()).toBe(first)
    expect(state().signInStatus).toBe('signing')
    silent.open('personal_sign')[0]?.give('0xsigned')
    expect(await first).toBe(true)
  })

  it('reads: a missing answer counts as no answer, so that nothing waits for it', async () => {
    const silent = wallet({ eth_requestAccounts: () => [ADDRESS], eth_chainId: undefined })
    const outcome = connectWallet()
    await pass(2 * READ_TIMEOUT + 200)
    expect(await outcome).toBe('connected')
    expect(state().walletChainId).toBeNull()
    const genesis = checkGenesis(silent as never, exampleConfig().genesisHash)
    await pass(READ_TIMEOUT)
    expect(await genesis).toBe('unknown')
    // The chain's reader falls back on the wallet if the configured node is dead.
    vi.stubGlobal('fetch', fails(0))
    const read = expect(readRpc('eth_blockNumber', [])).rejects.toThrow()
    await pass(2 * READ_TIMEOUT)
    await read
  })
})

describe('a request that is already open in the wallet (-32002)', () => {
  it('has its own state for connecting, and the account is used when the wallet names it', async () => {
    const busy = wallet({ eth_requestAccounts: fails(-32002) })
    const outcome = connectWallet()
    await pass(200)
    expect(await outcome).toBe('pending')
    expect(notices).toEqual([])
    busy.emit('accountsChanged', [ADDRESS])
    await pass(0)
    expect(state()).toMatchObject({ connection: 'connected', address: ADDRESS })
  })

  it('has its own messages for switching and signing', async () => {
    const busy = wallet({
      eth_requestAccounts: () => [ADDRESS],
      wallet_switchEthereumChain: fails(-32002),
      eth_chainId: () => '0x1',
      personal_sign: fails(-32002),
    })
    const outcome = connectWallet()
    await pass(200)
    expect(await outcome).toBe('wrongChain')
    expect(state().chainTrouble).toBe('pending')
    expect(busy.asked).not.toContain('wallet_addEthereumChain')
    expect(await signIn()).toBe(false)
    expect(state().signInStatus).toBe('pending')
  })
})

describe('the chain', () => {
  it('distinguishes a failed switch from a chain that the wallet chose itself', async () => {
    const stubborn = wallet({
      eth_requestAccounts: () => [ADDRESS],
      wallet_switchEthereumChain: fails(-32603),
      wallet_addEthereumChain: fails(-32603),
      eth_chainId: () => '0x1',
    })
    const outcome = connectWallet()
    await pass(200)
    await outcome
    expect(state().chainTrouble).toBe('failed')
    stubborn.emit('chainChanged', '0x38')
    expect(state().connection).toBe('connected')
    stubborn.emit('chainChanged', '0x1')
    expect(state()).toMatchObject({ connection: 'wrongChain', chainTrouble: 'elsewhere' })
  })

  it('needs no switch from a wallet that cannot switch but is on the chain', async () => {
    wallet({
      eth_requestAccounts: () => [ADDRESS],
      wallet_switchEthereumChain: fails(4200),
      wallet_addEthereumChain: fails(4200),
    })
    const outcome = connectWallet()
    await pass(200)
    expect(await outcome).toBe('connected')
    expect(await enterChain()).toBe('connected')
    expect(notices).toEqual([])
  })
})

describe('after a refusal', () => {
  it('no navigation asks again; the connect button does', async () => {
    const refusing = wallet({ eth_requestAccounts: fails(4001), eth_accounts: () => [] })
    await goTo('/galx')
    await pass(200)
    expect(state().connection).toBe('refused')
    await goTo('/rank')
    await goTo('/earn')
    expect(refusing.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
    expect(notices).toHaveLength(1)
    const pressed = connectWallet()
    await pass(200)
    await pressed
    expect(refusing.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(2)
  })

  it('a navigation takes the account that the wallet names without asking', async () => {
    wallet({ eth_requestAccounts: fails(4001), eth_accounts: () => [ADDRESS] })
    await goTo('/galx')
    await pass(200)
    await goTo('/rank')
    expect(state()).toMatchObject({ connection: 'connected', address: ADDRESS })
  })

  it('disconnecting signs out, revokes the permission, and lasts until the person connects', async () => {
    const left = wallet({
      eth_requestAccounts: () => [ADDRESS],
      eth_accounts: () => [ADDRESS],
      personal_sign: () => '0xsigned',
      wallet_revokePermissions: () => null,
    })
    const outcome = connectWallet()
    await pass(200)
    await outcome
    expect(await signIn()).toBe(true)
    await disconnect()
    expect(calls.at(-1)).toBe('POST /api/sessions/revoke')
    expect(left.asked.at(-1)).toBe('wallet_revokePermissions')
    expect(state()).toMatchObject({ connection: 'disconnected', address: null, userToken: null })
    await goTo('/rank')
    await pass(LATE_WALLET_WAIT)
    expect(state().address).toBeNull()
    const again = connectWallet()
    await pass(200)
    expect(await again).toBe('connected')
  })
})

describe('a browser without a wallet', () => {
  it('a press of connect offers the ways to open the page in a wallet; a navigation offers them once', async () => {
    await goTo('/galx')
    await pass(LATE_WALLET_WAIT + 200)
    expect(notices).toEqual(['Please open this app in a supported wallet'])
    expect(useWalletStore.getState().offering).toBe(false)
    await goTo('/rank')
    await pass(LATE_WALLET_WAIT + 200)
    expect(notices).toHaveLength(1)
    const pressed = connectWallet()
    await pass(LATE_WALLET_WAIT + 200)
    expect(await pressed).toBe('unsupported')
    expect(useWalletStore.getState().offering).toBe(true)
  })

  const location = { origin: 'https://galx.example', pathname: '/', hash: '#/start?inviteCode=ABCD2345' }

  it('a wallet’s link has the page and the invite code; for a wallet without such links the person pastes the link', () => {
    const link = pageLink(location, null)
    expect(link).toBe('https://galx.example/?invite=ABCD2345#/start?inviteCode=ABCD2345')
    expect(pageLink({ ...location, hash: '#/galx' }, 'SAVED234')).toBe(
      'https://galx.example/?invite=SAVED234#/galx',
    )
    expect(pageLink({ ...location, hash: '#/galx' }, null)).toBe('https://galx.example/#/galx')
    const { tokenpocket, trust, okx, imtoken, metamask } = Object.fromEntries(
      WALLET_IDS.map((wallet) => [wallet, walletLink(wallet, link)]),
    ) as Record<(typeof WALLET_IDS)[number], string>
    const parameter = (url: string, name: string) => new URL(url).searchParams.get(name) ?? ''
    expect(JSON.parse(parameter(tokenpocket, 'params'))).toMatchObject({ url: link, chain: 'BSC' })
    expect(parameter(trust, 'url')).toBe(link)
    expect(parameter(parameter(okx, 'deeplink'), 'dappUrl')).toBe(link)
    expect(parameter(imtoken, 'url')).toBe(link)
    expect(metamask).toBe(`https://link.metamask.io/dapp/${link.slice('https://'.length)}`)
    // The Binance app opens no page by a link.
    expect(walletLink('binance', link)).toBeNull()
  })
})
