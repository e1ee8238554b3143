/** The headers and the rights of the web build. Every test checks that its page sends nothing to a third party. */
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { GalxScreen } from '../src/screens/galx.ts'

test('the page is served with a strict policy and without inline code', async ({ stack }) => {
  const response = await fetch(stack.webUrl)
  const policy = new Map(
    (response.headers.get('content-security-policy') ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources]
    }),
  )
  expect(policy.get('default-src')).toEqual(["'none'"])
  expect(policy.get('script-src')).toEqual(["'self'"])
  expect(policy.get('style-src')).toEqual(["'self'"])
  expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  expect([...policy.values()].flat()).not.toContain("'unsafe-inline'")
  expect([...policy.values()].flat()).not.toContain("'unsafe-eval'")
  // The policy allows any node that the holder names: over HTTPS, or on the holder's own machine. No other plain HTTP.
  for (const source of policy.get('connect-src') ?? [])
    expect(source).toMatch(/^('self'|https:|http:\/\/(localhost|127\.0\.0\.1):(\d+|\*))$/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const html = await response.text()
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/)
  expect(html).not.toMatch(/\sstyle=|<style|\son\w+=/)
  for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g))
    expect(address).not.toMatch(/^(https?:)?\/\//)
})

test('an inline script put into the page does not run', async ({ page, chain, expectFaults }) => {
  expectFaults(/Content Security Policy/)
  await InjectedWallet.inject(page, chain, { account: newAccount() })
  const app = new App(page)
  await app.open()
  await expect(app.menuButton).toBeVisible()
  const refused = page.waitForEvent('console', (message) => /Content Security Policy/.test(message.text()))
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.intruder = true'
    document.body.append(script)
  })
  await refused
  expect(await page.evaluate(() => (window as unknown as { intruder?: boolean }).intruder)).toBeUndefined()
})

test('another site may not call the servers', async ({ stack }) => {
  for (const url of [stack.apiUrl, stack.btcApiUrl]) {
    const foreign = await fetch(`${url}/api/getAAAUserInfo?address=0x${'1'.repeat(40)}`, {
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://evil.example')
    expect(foreign.headers.get('access-control-allow-origin')).not.toBe('*')
  }
})

test('each sent transaction is decoded again and compared with the chosen call', async ({ page, chain }) => {
  // Only the wallet can show a change that a hostile extension makes between app and wallet. This test compares the call that the app
  // gives to the wallet with the typed amount.
  const account = newAccount()
  await chain.supply(account)
  const wallet = await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  await app.open()
  await new GalxScreen(app).stake('galx', '12.34')
  await app.transactionConfirmed()
  const sent = wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')
  expect(sent).toHaveLength(1)
  expect(chain.decodeStake((sent[0]?.params[0] as { data: `0x${string}` }).data)).toMatchObject({
    pool: chain.poolId('galx'),
    amount: 12_340_000_000_000_000_000n,
  })
})
