// The two servers' client, sign-in and awaitMatch against a real HTTP server of the test's own.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getActivityFile } from '../../src/core/api/activityFile.ts'
import { ApiError, callServer, REQUEST_TIMEOUT } from '../../src/core/api/client.ts'
import { reportTransaction } from '../../src/core/api/reportTransaction.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import { expectFirstLoad, loadOnChain, loadUserInfo } from '../../src/core/session/loadUserInfo.ts'
import { signIn } from '../../src/core/session/signIn.ts'
import { signOut } from '../../src/core/session/signOut.ts'
import { clearToken, followToken, keepToken } from '../../src/core/session/token.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { awaitMatch } from '../../src/core/transactions/awaitMatch.ts'
import { setEffects } from '../../src/core/state/effects.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { bind } from '../../src/invitation/bind.ts'
import { signInText } from '../signInText.ts'
import { exampleConfig } from './exampleConfig.ts'
import { startAnswering, type Answering } from './answering.ts'

const ADDRESS = `0x${'ab'.repeat(20)}` as const
const USER = { address: ADDRESS, FAddress: null, invite_code: 'ABCD2345' }
let server: Answering
const notices: [string, number | undefined][] = []
const routes: string[] = []

beforeAll(async () => {
  server = await startAnswering()
})
afterAll(() => server.stop())
beforeEach(async () => {
  window.localStorage.clear()
  notices.length = 0
  routes.length = 0
  server.reset()
  setEffects({
    notify: (text, { duration }) => notices.push([text, duration]),
    navigate: (path) => routes.push(path),
  })
  useConfigStore.setState({
    state: { status: 'ready', config: exampleConfig({ apiUrl: server.url, btcApiUrl: server.url }) },
  })
  useAppStore.setState({ ...initialAppState(), address: ADDRESS }, true)
  await loadLanguage('zh_CN')
})

function get() {
  return callServer<string>('main', 'GET', '/api/x')
}
function ok(data: unknown) {
  return { status: 200, body: { code: 200, message: 'ok', data } }
}

describe('requests', () => {
  it('sends Accept-language and, with a stored token, Authorization on every request of both clients', async () => {
    server.answer = () => ok('data')
    expect(await get()).toBe('data')
    expect(server.requests[0]?.headers).toMatchObject({ 'accept-language': 'zh_CN' })
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
    window.localStorage.setItem('set_userToken', 'a-token')
    window.localStorage.setItem('APP_LANG', 'en_US')
    await get()
    await reportTransaction('galxStake', '0x12')
    for (const { headers } of server.requests.slice(1))
      expect(headers).toMatchObject({ authorization: 'a-token', 'accept-language': 'en_US' })
  })

  it('gives up after 20 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    )
    const failed = get().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT - 1)
    expect(notices).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await failed).toMatchObject({ kind: 'timeout' })
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it.each([
    ['message', { code: 1001, message: '登录信息不存在', msg: 'other' }, '登录信息不存在'],
    ['msg', { code: 500, msg: 'from msg' }, 'from msg'],
  ])('shows the server’s %s in a toast for 3 s if the code is not 200', async (_, body, text) => {
    server.answer = () => ({ status: 200, body })
    await expect(get()).rejects.toMatchObject({ kind: 'refused', code: body.code })
    expect(notices).toEqual([[text, 3_000]])
  })

  it('says a refusal in the page’s language by its code if another tab has stored another language', async () => {
    window.localStorage.setItem('APP_LANG', 'en_US')
    server.answer = () => ({ status: 200, body: { code: 1102, message: 'You cannot invite yourself' } })
    await expect(get()).rejects.toMatchObject({ kind: 'refused' })
    await vi.waitFor(() => expect(notices).toEqual([['不能邀请自己', 3_000]]))
    // Only the server knows the words of a new code.
    server.answer = () => ({ status: 200, body: { code: 1999, message: 'A new reason' } })
    await expect(get()).rejects.toMatchObject({ kind: 'refused' })
    await vi.waitFor(() => expect(notices[1]).toEqual(['A new reason', 3_000]))
  })

  it.each([
    ['zh_CN', '系统错误，请稍后再试'],
    ['en_US', 'System error, try again later'],
  ] as const)(
    'shows the system error in a toast for 3 s after any other HTTP error, in %s',
    async (language, text) => {
      await loadLanguage(language)
      for (const status of [400, 404, 429, 500, 503]) {
        notices.length = 0
        server.answer = () => ({ status, body: { code: status, message: 'internals' } })
        await expect(get()).rejects.toBeInstanceOf(ApiError)
        expect(notices).toEqual([[text, 3_000]])
      }
    },
  )

  it.each(['main', 'btc'] as const)(
    'a 401 of the %s server clears the token from state and storage, without a toast',
    async (which) => {
      window.localStorage.setItem('set_userToken', 'old')
      useAppStore.setState({ userToken: 'old' })
      server.answer = () => ({ status: 401, body: { code: 401, message: '请先登录' } })
      await expect(callServer(which, 'GET', '/api/x')).rejects.toMatchObject({ kind: 'unauthorised' })
      expect(useAppStore.getState().userToken).toBeNull()
      expect(window.localStorage.getItem('set_userToken')).toBeNull()
      expect(notices).toEqual([])
    },
  )

  it('reports a failing server once in an outage if the user did not start the call', async () => {
    const poll = () => callServer('main', 'GET', '/api/x', { background: true })
    server.answer = () => ok('data')
    await poll()
    for (const status of [503, 429, 500]) {
      server.answer = () => ({ status, body: { code: status, message: 'internals' } })
      await expect(poll()).rejects.toMatchObject({ kind: 'http', code: status })
    }
    expect(notices).toEqual([['系统错误，请稍后再试', 3_000]])
    // A person who presses a button is told each time, and the other server has its own state.
    await expect(get()).rejects.toBeInstanceOf(ApiError)
    await expect(callServer('btc', 'GET', '/api/x')).rejects.toBeInstanceOf(ApiError)
    expect(notices).toHaveLength(3)
    server.answer = () => ok('data')
    await poll()
    server.answer = () => ({ status: 503, body: null })
    await expect(poll()).rejects.toBeInstanceOf(ApiError)
    expect(notices).toHaveLength(4)
  })

  it('reports an unreachable server once if the user did not start the call', async () => {
    server.answer = () => ok('data')
    await get()
    useConfigStore.setState({
      state: { status: 'ready', config: exampleConfig({ apiUrl: 'http://127.0.0.1:1' }) },
    })
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(callServer('main', 'GET', '/api/x', { background: true })).rejects.toMatchObject({
        kind: 'unreachable',
      })
    expect(notices).toHaveLength(1)
    expect(useAppStore.getState().mainApi).toBe('down')
  })
})

describe('reports', () => {
  it('shows nothing for a transaction that the server does not know yet', async () => {
    server.answer = () => ({ status: 200, body: { code: 1201, message: '链上没有找到这笔交易' } })
    expect(await reportTransaction('galxStake', `0x${'1'.repeat(64)}`)).toBe(false)
    server.answer = () => ok({ txHash: `0x${'1'.repeat(64)}`, status: 'pending' })
    expect(await reportTransaction('galxStake', `0x${'1'.repeat(64)}`)).toBe(true)
    expect(notices).toEqual([])
    server.answer = () => ({ status: 200, body: { code: 1202, message: '不是你的交易' } })
    await expect(reportTransaction('galxStake', `0x${'1'.repeat(64)}`)).rejects.toMatchObject({
      kind: 'refused',
    })
    expect(notices).toEqual([['不是你的交易', 3_000]])
  })
})

describe('signing in', () => {
  const wallet = (sign: (text: string) => Promise<string>) =>
    useWalletStore.setState({
      connected: {
        id: 'tokenpocket',
        name: '',
        icon: null,
        provider: {
          request: async ({ params }) =>
            sign(Buffer.from(String((params as string[])[0]).slice(2), 'hex').toString('utf8')),
        },
      },
    })

  it('nonce → sign → auth → token in state and set_userToken → user info reloaded', async () => {
    const text = signInText(ADDRESS, { statement: '请签名 sign me' })
    wallet(async (asked) => (asked === text ? '0x0b' : 'another text'))
    server.answer = ({ url }) =>
      url.includes('/nonce/')
        ? ok(text)
        : url.includes('/auth/')
          ? ok({ token: 'T', expiresAt: 1 })
          : ok(USER)
    expect(await signIn()).toBe(true)
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `POST /api/user/public/nonce/${ADDRESS}`,
      `POST /api/user/public/auth/${ADDRESS}`,
      `GET /api/getAAAUserInfo?address=${ADDRESS}`,
    ])
    expect(server.requests[1]?.body).toEqual({ signature: '0x0b' })
    expect(useAppStore.getState()).toMatchObject({ userToken: 'T', userInfo: USER, signInStatus: 'signedIn' })
    expect(window.localStorage.getItem('set_userToken')).toBe('T')
  })

  it.each([
    ['ab'.repeat(65), `0x${'ab'.repeat(65)}`],
    [`0x${'ab'.repeat(65)}`, `0x${'ab'.repeat(65)}`],
  ])('a signature signs in with 0x and without (%s)', async (given, sent) => {
    wallet(() => Promise.resolve(given))
    server.answer = ({ url }) =>
      url.includes('/nonce/')
        ? ok(signInText(ADDRESS))
        : url.includes('/auth/')
          ? ok({ token: 'T', expiresAt: 1 })
          : ok(USER)
    expect(await signIn()).toBe(true)
    expect(server.requests[1]?.body).toEqual({ signature: sent })
  })

  it('a refused signature changes nothing and shows a message', async () => {
    wallet(() => Promise.reject(Object.assign(new Error('no'), { code: 4001 })))
    server.answer = () => ok(signInText(ADDRESS))
    expect(await signIn()).toBe(false)
    expect(useAppStore.getState()).toMatchObject({ userToken: null, signInStatus: 'refused' })
    expect(notices).toHaveLength(1)
  })

  it.each([
    ['another site', signInText(ADDRESS, { site: 'app.example' })],
    ['another account', signInText(`0x${'cd'.repeat(20)}`)],
    ['another chain', signInText(ADDRESS).replace('Chain ID: 56', 'Chain ID: 1')],
    ['an invisible text', `${'0'.repeat(64)}`],
    [
      'another site, with this site in its words',
      signInText(ADDRESS, { site: 'app.example', statement: signInText(ADDRESS) }),
    ],
  ])('a text that signs in to %s is shown to no wallet', async (_, text) => {
    const asked = vi.fn(() => Promise.resolve('0x0b'))
    wallet(asked)
    server.answer = () => ok(text)
    expect(await signIn()).toBe(false)
    expect(asked).not.toHaveBeenCalled()
    expect(useAppStore.getState()).toMatchObject({ userToken: null, signInStatus: 'failed' })
    expect(notices.map(([words]) => words)).toEqual(['服务器给出的内容不是登录本站的，已拒绝签名'])
  })

  it('signing out removes the token from the device before the request, and still ends its session', async () => {
    keepToken('own', ADDRESS)
    server.answer = ({ url }) =>
      url.endsWith('/sessions') ? ok({ list: [{ id: 's', current: true }] }) : ok({ revoked: 1 })
    const signedOut = signOut()
    expect(useAppStore.getState()).toMatchObject({ userToken: null, signInStatus: 'signedOut' })
    expect(window.localStorage.getItem('set_userToken')).toBeNull()
    expect(await signedOut).toBe(true)
    expect(server.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/api/sessions', 'own'],
      ['/api/sessions/revoke', 'own'],
    ])
  })
})

describe('user info', () => {
  it('first load without an inviter and with a saved invite code leads to /community', async () => {
    server.answer = () => ok(USER)
    expectFirstLoad()
    await loadOnChain()
    expect(routes).toEqual([])
    window.localStorage.setItem('inviteCode', 'ABCD2345')
    expectFirstLoad()
    await loadUserInfo()
    expect(routes).toEqual([])
    await loadOnChain()
    expect(routes).toEqual(['/community'])
    server.answer = () => ok({ ...USER, FAddress: `0x${'cd'.repeat(20)}` })
    expectFirstLoad()
    await loadOnChain()
    expect(routes).toEqual(['/community'])
  })

  describe('that comes late', () => {
    const BOUND = { ...USER, FAddress: `0x${'cd'.repeat(20)}` }
    /** Holds each request, in order, until the test answers it; an Error: the server cannot be reached. */
    function answers() {
      const waiting: ((data: unknown) => void)[] = []
      vi.stubGlobal(
        'fetch',
        () =>
          new Promise((resolve, reject) =>
            waiting.push((data) =>
              data instanceof Error
                ? reject(data)
                : resolve(Response.json({ code: 200, message: 'ok', data })),
            ),
          ),
      )
      return waiting
    }
    const shown = () => useAppStore.getState()
    afterEach(() => vi.unstubAllGlobals())

    it('changes nothing if a newer request was answered, and gives the newer info', async () => {
      const waiting = answers()
      const [older, failing, newer] = [loadUserInfo(), loadUserInfo(), loadUserInfo()]
      waiting[2]!(BOUND)
      await newer
      waiting[0]!(USER)
      expect(await older).toEqual(BOUND)
      waiting[1]!(new TypeError('unreachable'))
      expect(await failing).toBeNull()
      expect(shown()).toMatchObject({ userInfo: BOUND, userInfoStatus: 'loaded' })
    })

    it('changes nothing if the account was bound meanwhile', async () => {
      const waiting = answers()
      useAppStore.setState({ userToken: 'T' })
      const older = loadUserInfo()
      const binding = bind('ABCD2345')
      const during = loadUserInfo()
      waiting[1]!(BOUND)
      expect(await binding).toEqual({ status: 'bound' })
      waiting[0]!(USER)
      waiting[2]!(USER)
      await Promise.all([older, during])
      expect(shown().userInfo).toEqual(BOUND)
    })

    it('is used while no newer request was answered', async () => {
      const waiting = answers()
      const [older, newer] = [loadUserInfo(), loadUserInfo()]
      waiting[1]!(new TypeError('unreachable'))
      await newer
      waiting[0]!(USER)
      expect(await older).toEqual(USER)
      expect(shown()).toMatchObject({ userInfo: USER, userInfoStatus: 'loaded' })
    })
  })

  it('awaitMatch sets disabeldMatch for exactly 10 s, then clears it and reloads user info', async () => {
    server.answer = () => ok(USER)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    awaitMatch()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(useAppStore.getState().disabeldMatch).toBe(true)
    expect(server.requests).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(useAppStore.getState().disabeldMatch).toBe(false)
    vi.useRealTimers()
    await expect.poll(() => useAppStore.getState().userInfo).toEqual(USER)
  })
})

describe('another tab with another account', () => {
  const OTHER = `0x${'cd'.repeat(20)}`
  const stored = () => [
    window.localStorage.getItem('set_userToken'),
    window.localStorage.getItem('galx_tokenAddress'),
  ]
  /** The other tab has signed in. This tab learns it by the browser's event, or later. */
  const signInThere = (token: string, address: string) => {
    window.localStorage.setItem('set_userToken', token)
    window.localStorage.setItem('galx_tokenAddress', address)
  }
  const announce = () => window.dispatchEvent(new StorageEvent('storage', { key: 'galx_tokenAddress' }))
  const sent = () => server.requests.at(-1)?.headers.authorization

  beforeAll(followToken)
  beforeEach(() => {
    server.answer = () => ok('data')
    keepToken('own', ADDRESS)
  })

  it('no request of this tab sends the other tab’s token, and a refusal here leaves that token alone', async () => {
    await get()
    expect(sent()).toBe('own')
    signInThere('theirs', OTHER)
    await get()
    expect(sent()).toBeUndefined()
    await getActivityFile().catch(() => {})
    expect(sent()).toBeUndefined()
    server.answer = () => ({ status: 401, body: { code: 401, message: '请先登录' } })
    await expect(get()).rejects.toMatchObject({ kind: 'unauthorised' })
    expect(stored()).toEqual(['theirs', OTHER])
  })

  it('this tab is signed out, and neither signing out nor another account in this tab ends the other tab’s session', async () => {
    signInThere('theirs', OTHER)
    announce()
    expect(useAppStore.getState()).toMatchObject({ userToken: null, signInStatus: 'signedOut' })
    await signOut()
    expect(server.requests).toEqual([])
    clearToken()
    useAppStore.setState({ address: null })
    expect(useAppStore.getState().userToken).toBeNull()
    await get()
    expect(sent()).toBeUndefined()
    expect(stored()).toEqual(['theirs', OTHER])
  })

  it('a sign-in or sign-out of the same account in the other tab counts in this tab', async () => {
    signInThere('newer', ADDRESS)
    announce()
    expect(useAppStore.getState()).toMatchObject({ userToken: 'newer', signInStatus: 'signedIn' })
    await get()
    expect(sent()).toBe('newer')
    window.localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(useAppStore.getState()).toMatchObject({ userToken: null, signInStatus: 'signedOut' })
  })

  it('the account that signed in there is signed in here once the wallet names that account', () => {
    signInThere('theirs', OTHER)
    announce()
    useAppStore.setState({ address: OTHER as never, accountChanged: true })
    expect(useAppStore.getState()).toMatchObject({ userToken: 'theirs', accountChanged: false })
  })
})
