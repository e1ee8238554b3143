/** An open page's traffic, as the browser counts it: to the chain's node, and to all other hosts. */
import type { Page } from '@playwright/test'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { GalxScreen } from '../src/screens/galx.ts'
import { THOROUGH } from '../src/thorough.ts'

// A shorter measurement would have too few of the large reads.
test.skip(!THOROUGH, 'measured every night: two minutes of waiting')

/** The measured time, milliseconds: about four of the large reads. A minute may have two or three of them by chance. */
const WATCHED = 120_000
const MB = 1_000_000

type Traffic = {
  /** bytes an hour, both ways with headers */
  chain: number
  others: number
  /** requests to the node within WATCHED */
  reads: number
}

/** The browser loads the app's own files once. The sum of an hour would count them sixty times. */
const FILES = ['Script', 'Stylesheet', 'Image', 'Font']

/** Counts a page's requests and answers with their headers, until its clock has advanced by WATCHED. */
async function measure(page: Page, rpcUrl: string): Promise<Traffic> {
  const node = `:${new URL(rpcUrl).port}`
  const session = await page.context().newCDPSession(page)
  const hosts = new Map<string, boolean>()
  const bytes = { chain: 0, others: 0 }
  let reads = 0
  const count = (id: string, amount: number) => {
    bytes[hosts.get(id) === true ? 'chain' : 'others'] += amount
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (FILES.includes(type ?? '')) return
    const toNode = new URL(request.url).host.endsWith(node)
    hosts.set(requestId, toNode)
    if (toNode && request.method === 'POST') reads += 1
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    count(requestId, Buffer.byteLength(`${request.method} ${request.url}\r\n${headers.join('')}\r\n`))
    count(requestId, Buffer.byteLength(request.postData ?? ''))
  })
  // `encodedDataLength` is the size over the wire, including the answer's headers.
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (hosts.has(requestId)) count(requestId, encodedDataLength)
  })
  await session.send('Network.enable')
  const clock = () => page.evaluate(() => performance.now())
  const start = await clock()
  await expect.poll(clock, { timeout: 2 * WATCHED, intervals: [1_000] }).toBeGreaterThan(start + WATCHED)
  const watched = (await clock()) - start
  await session.detach()
  const anHour = (amount: number) => (amount * 3_600_000) / watched
  return { chain: anHour(bytes.chain), others: anHour(bytes.others), reads }
}

test('an open page transfers at most 10 MB an hour, and a page without chain data 2 MB', async ({
  page,
  newPerson,
  chain,
  stack,
}) => {
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const galx = new GalxScreen(app)
  await page.goto('/#/galx')
  await galx.stake('galx', '50')
  await app.transactionConfirmed()
  await galx.stake('galxMcm', '20')
  await app.transactionConfirmed()
  // A person who comes back sees the page without the transaction's sheet.
  await page.reload()
  await expect(galx.position('galx')).toContainText('50.00')
  await expect(galx.position('galxMcm')).toContainText('20.00')

  const other = await newPerson()
  const visitor = newAccount()
  await InjectedWallet.inject(other, chain, { account: visitor })
  // The reads at a page's opening do not count as hourly traffic. They have ended when the page requests the user info for the second time.
  const readUserInfo = () =>
    other.waitForResponse((response) => response.url().includes('/api/getAAAUserInfo'))
  const opened = readUserInfo().then(readUserInfo)
  await other.goto('/#/community')
  await expect(new App(other).addressButton(visitor.address)).toBeVisible()
  await opened

  const [withPositions, withoutChain] = await Promise.all([
    measure(page, stack.rpcUrl),
    measure(other, stack.rpcUrl),
  ])
  test.info().annotations.push({
    type: 'bytes an hour',
    description: JSON.stringify({ withPositions, withoutChain }),
  })
  expect(withPositions.reads, '/galx is still read every ten seconds at least').toBeGreaterThanOrEqual(12)
  expect(withPositions.chain).toBeLessThanOrEqual(10 * MB)
  expect(withPositions.others).toBeLessThanOrEqual(MB)
  expect(withoutChain.chain + withoutChain.others).toBeLessThanOrEqual(2 * MB)
})
