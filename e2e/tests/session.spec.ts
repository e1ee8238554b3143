/** Sessions and the servers' answers, as the app shows them. */
import { ERRORS } from '@galx/protocol/http/errors'
import type { Page } from '@playwright/test'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { CommunityScreen } from '../src/screens/community.ts'
import { TEXTS } from '../src/texts.ts'
import { languagesOf } from '../src/thorough.ts'

test('a revoked session is a 401 that clears the token without a toast', async ({
  page,
  chain,
  stack,
  expectFaults,
}) => {
  expectFaults(/401/)
  const account = newAccount()
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  await app.open('/community')
  await app.pressSignIn(account.address)
  await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
  await app.closeDialog(app.texts.shell.account)

  const token = (await app.stored('set_userToken')) ?? ''
  const revoked = await fetch(`${stack.apiUrl}/api/sessions/revoke`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ all: true }),
  })
  expect(await revoked.json()).toMatchObject({ code: 200, data: { revoked: 1 } })

  const toasts = await recordToasts(page)
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.evaluate(() => void (location.hash = '#/galx'))
  await page.evaluate(() => void (location.hash = '#/community'))
  await refused
  await expect.poll(() => app.stored('set_userToken')).toBeFalsy()
  await expect(
    page.getByRole('main').getByRole('button', { name: app.texts.community.invite.signInButton }),
  ).toBeVisible()
  expect(await toasts()).toEqual([])
})

for (const language of languagesOf(0)) {
  test.describe(`answers in ${language}`, () => {
    test.use({ language })

    test('a server’s refusal is shown in its own words for some seconds, an HTTP error as the system error', async ({
      page,
      chain,
      expectFaults,
    }) => {
      expectFaults(/status of 500/)
      const account = newAccount()
      const other = newAccount()
      const wallet = await InjectedWallet.inject(page, chain, { account })
      const app = new App(page, language)
      await app.open()
      await expect(app.addressButton(account.address)).toBeVisible()
      // A wallet that signs with another account's key.
      wallet.signer = other
      await app.pressSignIn(account.address)
      const toast = app.toast(ERRORS.signatureInvalid[language])
      await expect(toast).toBeVisible()
      await expect(toast).toBeHidden()
      expect(await app.stored('set_userToken')).toBeFalsy()

      await app.closeDialog(app.texts.shell.account)
      await page.route('**/api/user/public/nonce/**', (route) =>
        route.fulfill({
          status: 500,
          headers: { 'access-control-allow-origin': '*' },
          json: { code: 500, message: 'x', data: null },
        }),
      )
      await app.pressSignIn(account.address)
      await expect(app.toast(TEXTS[language].systemError)).toBeVisible()
    })

    test('every request carries Authorization and Accept-language', async ({ page, chain, stack }) => {
      const account = newAccount()
      await InjectedWallet.inject(page, chain, { account })
      const requests: { url: string; headers: Record<string, string> }[] = []
      page.on('request', (request) => {
        const { origin } = new URL(request.url())
        if ((origin === stack.apiUrl || origin === stack.btcApiUrl) && request.method() !== 'OPTIONS')
          requests.push({ url: request.url(), headers: request.headers() })
      })
      const app = new App(page, language)
      await app.open('/community')
      await app.pressSignIn(account.address)
      await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
      await app.closeDialog(app.texts.shell.account)
      await expect(new CommunityScreen(app).heading).toBeVisible()
      const token = await app.stored('set_userToken')
      await expect
        .poll(() => requests.some(({ url, headers }) => url.includes('getFans1') && headers.authorization))
        .toBeTruthy()
      const asked = requests.findIndex(({ url }) => url.includes('/user/public/auth/'))
      const known = requests.findIndex(({ headers }) => headers.authorization !== undefined)
      expect(known, 'the first request with a token').toBeGreaterThan(asked)
      for (const [index, { url, headers }] of requests.entries()) {
        expect(headers['accept-language'], url).toBe(language)
        // Requests that leave while the sign-in is answered have no token yet.
        if (index < known) expect(headers.authorization, url).toBeUndefined()
        else expect(headers.authorization, url).toContain(token ?? '-')
      }
    })
  })
}

/** Collects every toast from now on. */
async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const host = window as unknown as { toastsSeen: string[] }
    host.toastsSeen = []
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes]))
        if (node instanceof HTMLElement && node.closest('[role=status]') && node.innerText.trim() !== '')
          host.toastsSeen.push(node.innerText.trim())
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { toastsSeen: string[] }).toastsSeen)
}
