/** Every page as one of the demo's most active people sees it, dark in Chinese and light in English. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RankData } from '@galx/protocol/http/rank'
import { PAGE_NAMES } from '@galx/protocol/products'
import { toHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { get, userInfo } from '../src/api.ts'
import type { Account } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { pageTexts } from '../src/pages.ts'
import { ROOT, type StackAddress } from '../src/stack.ts'

const FOLDER = join(ROOT, 'docs/screenshots')
/** The published test phrase, from which the demo's people have their keys. */
const PHRASE = 'test test test test test test test test test test test junk'
/** Indexes of keys that are looked through. */
const KEYS = 400
const LOOKS = [
  { theme: 'dark', language: 'zh_CN' },
  { theme: 'light', language: 'en_US' },
] as const

/** Somebody high on the board of teams: with stakes, members and a place on it. */
async function leader(stack: StackAddress): Promise<Account> {
  const { list } = await get<RankData>(stack.apiUrl, '/api/getRank?type=community&limit=50')
  const wanted = new Set(list.map(({ address }) => address))
  for (let addressIndex = 0; addressIndex < KEYS; addressIndex += 1) {
    const account = mnemonicToAccount(PHRASE, { addressIndex })
    if (wanted.has(account.address.toLowerCase()))
      return privateKeyToAccount(toHex(account.getHdKey().privateKey!))
  }
  throw new Error('Nobody on the board of teams has a key of the test phrase')
}

for (const { theme, language } of LOOKS)
  test.describe(`${theme}, ${language}`, () => {
    test.use({ language })
    test(`every page is kept as a picture, ${theme}`, async ({ page, chain, stack }) => {
      mkdirSync(FOLDER, { recursive: true })
      const account = await leader(stack)
      await InjectedWallet.inject(page, chain, { account })
      await page.addInitScript((value) => {
        if (location.protocol.startsWith('http')) localStorage.setItem('galx_theme', value)
      }, theme)
      const app = new App(page, language)
      await app.open('/galx')
      await app.pressSignIn(account.address)
      await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
      await app.closeDialog(app.texts.shell.account)
      const { invite_code: code } = await userInfo(stack, account.address, await app.stored('set_userToken'))
      for (const name of PAGE_NAMES) {
        await app.open(name === 'start' ? `/start?inviteCode=${code}` : `/${name}`)
        // An invitation has a heading of its own.
        const heading = name === 'start' ? {} : { name: (await pageTexts(name, language)).title }
        await expect(page.getByRole('heading', { level: 1, ...heading })).toBeVisible()
        await expect(page.locator('main [class*=_skeleton_]')).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`), animations: 'disabled' })
      }
    })
  })
