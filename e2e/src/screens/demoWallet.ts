/** The demo wallet's questions. The wallet is a window of its own, so the app cannot answer for the user. */
import { expect, type Locator, type Page } from '@playwright/test'
import { getAddress, type Address } from 'viem'
import { CATALOGUE, type DemoQuestion } from '../catalogue.ts'
import type { App } from './app.ts'

export class DemoWallet {
  private readonly app: App
  private readonly page: Page
  constructor(app: App) {
    this.app = app
    this.page = app.page
  }

  private get texts() {
    return CATALOGUE[this.app.language].demo
  }

  question(kind: DemoQuestion): Locator {
    return this.page.getByRole('dialog', { name: new RegExp(`^${this.texts.name}`) }).filter({
      has: this.page.getByRole('heading', { name: this.texts[kind], exact: true }),
    })
  }

  /** Shows the digest and the bytes of each call of a question. */
  async unfold(kind: DemoQuestion): Promise<void> {
    const question = this.question(kind)
    await expect(question).toBeVisible({ timeout: 30_000 })
    for (const summary of await question.locator('summary').all()) await summary.click()
  }

  /** Answers one question with yes. @returns the text that the wallet showed before the answer */
  async confirm(kind: DemoQuestion): Promise<string> {
    return this.answer(kind, this.texts.confirm)
  }
  async reject(kind: DemoQuestion): Promise<string> {
    return this.answer(kind, this.texts.reject)
  }

  private async answer(kind: DemoQuestion, button: string): Promise<string> {
    const question = this.question(kind)
    await expect(question).toBeVisible()
    const shown = await question.innerText()
    await question.getByRole('button', { name: button, exact: true }).click()
    return shown
  }

  /** Connects and switches to BSC at the first navigation's request. @returns the account */
  async connect(): Promise<Address> {
    await this.confirm('connect')
    await this.confirm('switch')
    return this.account()
  }

  /** Presses the page's faucet button, which is offered to an account without tokens, and confirms its transaction. */
  async getTestTokens(): Promise<void> {
    const { action } = this.app.texts.staking.faucet
    await this.page.getByRole('main').getByRole('button', { name: action }).click()
    await this.confirm('transaction')
    await this.app.transactionConfirmed()
  }

  /** @returns the account that the wallet has made and the header shows */
  async account(): Promise<Address> {
    await expect.poll(() => this.app.stored('galx_demoWallet')).not.toBeNull()
    const keyring = JSON.parse((await this.app.stored('galx_demoWallet')) ?? '') as {
      addresses: Address[]
      selected: number
    }
    const address = keyring.addresses[keyring.selected]
    if (address === undefined) throw new Error('the demo wallet remembers no account')
    await expect(this.app.addressButton(address)).toBeVisible()
    return getAddress(address)
  }
}
