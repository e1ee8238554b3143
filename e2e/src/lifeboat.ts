/** The lifeboat as a file on this machine, opened by `file://`. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Deployment } from '@galx/protocol/deployment'
import { fillLifeboat } from '@galx/protocol/lifeboat'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Account } from './chain.ts'
import { ROOT } from './stack.ts'

/** @returns the address of the exported file */
export async function writeLifeboat(deployment: Deployment): Promise<{ url: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'galx-lifeboat-'))
  const build = join(folder, 'build.html')
  await promisify(execFile)(process.execPath, [join(ROOT, 'lifeboat/build.mjs'), build])
  const file = join(folder, 'lifeboat.html')
  await writeFile(file, fillLifeboat(await readFile(build, 'utf8'), deployment))
  return { url: pathToFileURL(file).href, folder }
}

export class Lifeboat {
  readonly page: Page
  readonly sheet: Locator
  /** Every address that the page requested over the network. */
  readonly asked = new Set<string>()

  constructor(page: Page) {
    this.page = page
    this.sheet = page.getByRole('dialog')
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'file:') this.asked.add(origin)
    })
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url)
    await this.page.getByRole('button', { name: 'English' }).click()
  }

  async connectNode(rpcUrl: string, account: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Offline signer' }).click()
    await this.page.getByLabel('Address of a node').fill(rpcUrl)
    await this.page.getByLabel('Your address').fill(account)
    await this.page.getByRole('button', { name: 'Show what can leave' }).click()
  }

  /** Opens the sheet of a withdrawal, and waits until the contract accepts the withdrawal. @param amount in tokens; default: all */
  async review(way: string, title: string | RegExp, amount?: string): Promise<void> {
    const name = typeof title === 'string' ? `${way}: ${title}` : new RegExp(`^${way}: ${title.source}`)
    await this.page.getByRole('button', { name }).first().click()
    if (amount !== undefined) await this.sheet.getByLabel('Amount').fill(amount)
    await expect(this.sheet.getByText('The contract accepts this now.')).toBeVisible()
  }

  /** The sheet's lines, as `words amount token`. */
  async lines(): Promise<string[]> {
    const [names, values] = await Promise.all([
      this.sheet.locator('dt').allTextContents(),
      this.sheet.locator('dd').allTextContents(),
    ])
    return names.map((name, index) => `${name} ${values[index]}`)
  }

  async signInWallet(): Promise<void> {
    await this.sheet.getByRole('button', { name: 'Sign in the wallet' }).click()
    await this.finished()
  }

  /** The account's key signs the sheet's bytes; only the signed bytes reach the page. */
  async signOffline(account: Account): Promise<void> {
    await this.sheet.getByRole('button', { name: 'Make the transaction' }).click()
    const json = await this.sheet.getByLabel('Unsigned transaction').inputValue()
    const { to, data, value, chainId, nonce, gas, gasPrice } = JSON.parse(json) as Record<
      string,
      `0x${string}`
    >
    const raw = await account.signTransaction({
      type: 'legacy',
      to: to!,
      data: data!,
      value: BigInt(value!),
      chainId: Number(chainId),
      nonce: Number(nonce),
      gas: BigInt(gas!),
      gasPrice: BigInt(gasPrice!),
    })
    await this.sheet.getByLabel('Signed transaction', { exact: true }).fill(raw)
    await this.sheet.getByRole('button', { name: 'Send to the node' }).click()
    await this.finished()
  }

  private async finished(): Promise<void> {
    await expect(this.sheet.getByText(/Done in block/)).toBeVisible()
    await this.sheet.getByRole('button', { name: 'Close' }).last().click()
    await expect(this.sheet).toBeHidden()
  }
}
