import { chromium } from '@playwright/test'
import { parseEther } from 'viem'
import { newAccount, openChain } from './src/chain.ts'
import { InjectedWallet } from './src/injectedWallet.ts'
const base = Number(process.env.BASE ?? 26000)
const stack = { webUrl: `http://localhost:${base}`, apiUrl: `http://localhost:${base+1}`, btcApiUrl: `http://localhost:${base+2}`, rpcUrl: `http://127.0.0.1:${base+3}`, databaseUrl: '', dataDirectory: process.env.DATA ?? '/tmp/d1' }
const routes = (process.env.ROUTES ?? 'galx').split(',')
const chain = await openChain(stack as never)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const account = newAccount()
await chain.supply(account)
if (process.env.STAKED !== '0') {
  await chain.stake(account, 'galx', parseEther('250'))
  await chain.stake(account, 'galxMcm', parseEther('80'))
}
for (const theme of (process.env.THEMES ?? 'dark').split(','))
for (const lang of (process.env.LANGS ?? 'zh_CN').split(','))
for (const width of (process.env.WIDTHS ?? '390').split(',').map(Number)) {
  const context = await browser.newContext({ viewport: { width, height: 844 }, deviceScaleFactor: 1, hasTouch: true, isMobile: width < 700, baseURL: stack.webUrl, reducedMotion: 'reduce' })
  await context.addInitScript(([t, l]) => { if (location.protocol.startsWith('http')) { localStorage.setItem('galx_theme', t!); localStorage.setItem('APP_LANG', l!) } }, [theme, lang])
  await context.addInitScript('window.__name = (f) => f')
  const page = await context.newPage()
  page.on('console', (m) => { if (m.type() === 'error') console.log('console:', m.text()) })
  page.on('pageerror', (e) => console.log('pageerror:', e.message))
  if (process.env.WALLET !== '0') await InjectedWallet.inject(page, chain, { account })
  for (const route of routes) {
    await page.goto(`/#/${route}`)
    await page.waitForTimeout(2500)
    await page.waitForLoadState('networkidle').catch(() => {})
    await page.screenshot({ path: `/tmp/shots/${route.replace(/\W/g,'_')}-${theme}-${lang}-${width}.png`, fullPage: process.env.FULL === '1' })
  }
  await context.close()
}
await browser.close()
process.exit(0)
