// A version of the app that the operator has declared unsafe: nobody can sign in, and the frame gives the reason and the next step.
import { releaseText } from '@galx/protocol/release'
import { act, fireEvent, screen } from '@testing-library/react'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, it, vi } from 'vitest'
import { APP_VERSION } from '../../src/core/release/appVersion.ts'
import { clearReleaseCache } from '../../src/core/release/readRelease.ts'
import { signIn } from '../../src/core/session/signIn.ts'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { StatusBanners } from '../../src/shell/frame/StatusBanners.tsx'
import { currentLocation } from '../../src/shell/navigation/appHistory.ts'
import { exampleConfig } from '../core/exampleConfig.ts'
import { scriptedWallet } from '../core/scriptedWallet.ts'
import { account, freshApp, show } from './support.tsx'
import { signInText } from '../signInText.ts'

const operator = privateKeyToAccount(`0x${'17'.repeat(32)}`)

/** A visit with a connected account, where the host has a release.json with this oldest safe version. */
async function visit(leastSafe: string, language: 'zh_CN' | 'en_US') {
  clearReleaseCache()
  await freshApp({ releaseSigner: operator.address.toLowerCase() }, language)
  const release = {
    version: '9.0.0',
    chainId: exampleConfig().chainId,
    hash: `0x${'ab'.repeat(32)}`,
    cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    leastSafe,
    signedAt: 1_800_000_000,
  } as const
  const signature = await operator.signMessage({ message: releaseText(release) })
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname } = new URL(url, window.location.href)
    const answers: Record<string, unknown> = {
      '/release.json': { ...release, signature },
      [`/api/user/public/nonce/${account}`]: { code: 200, message: 'ok', data: signInText(account) },
    }
    return Promise.resolve(new Response(JSON.stringify(answers[pathname] ?? { code: 500, message: 'no' })))
  })
  const asked = vi.fn(() => '0x')
  useAppStore.setState({ address: account, connection: 'connected' })
  const provider = scriptedWallet({ personal_sign: asked })
  useWalletStore.setState({ connected: { id: 'metamask', name: 'MetaMask', icon: null, provider } })
  return asked
}

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['zh_CN', `此页面的版本（${APP_VERSION}）已不再安全，至少需要 9.0.0`, '重新加载', '核对版本'],
  ['en_US', `This version of the app (${APP_VERSION}) is no longer safe`, 'Reload', 'Compare versions'],
] as const)(
  'the page says in %s that this version is not safe, offers to reload, and leads to /safe',
  async (language, words, reload, look) => {
    const asked = await visit('9.0.0', language)
    await show(<StatusBanners />)
    await act(async () => expect(await signIn()).toBe(false))
    expect(asked).not.toHaveBeenCalled()
    expect(useAppStore.getState().signInStatus).toBe('wrongVersion')
    await screen.findByText((text) => text.startsWith(words))
    expect(screen.getByRole('button', { name: reload })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: look }))
    expect(currentLocation().pathname).toBe('/safe')
  },
)

it('asks the wallet if this version is safe', async () => {
  const asked = await visit(APP_VERSION, 'zh_CN')
  await show(<StatusBanners />)
  await act(async () => void (await signIn()))
  expect(asked).toHaveBeenCalledOnce()
  expect(useAppStore.getState().signInStatus).not.toBe('wrongVersion')
})
