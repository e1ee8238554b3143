/** The frame around every page, by role and name. */
import { expect, type Locator, type Page } from '@playwright/test'
import { CATALOGUE } from '../catalogue.ts'
import { shortened, TEXTS, type Language } from '../texts.ts'

export class App {
  readonly page: Page
  readonly language: Language
  constructor(page: Page, language: Language = 'zh_CN') {
    this.page = page
    this.language = language
  }

  get fixed() {
    return TEXTS[this.language]
  }
  get texts() {
    return CATALOGUE[this.language]
  }

  async open(route = '/galx'): Promise<void> {
    await this.page.goto(`/#${route}`)
  }
  get connectButton(): Locator {
    return this.page.getByRole('banner').getByRole('button', { name: this.fixed.connect, exact: true })
  }
  addressButton(address: string): Locator {
    return this.page.getByRole('banner').getByRole('button', { name: shortened(address) })
  }
  get languageButton(): Locator {
    return this.page.getByRole('button', { name: this.fixed.language, exact: true })
  }
  get menuButton(): Locator {
    return this.page.getByRole('button', { name: this.fixed.menu, exact: true })
  }
  get drawer(): Locator {
    return this.dialog(this.fixed.menu)
  }
  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
  }
  toast(text: string | RegExp): Locator {
    return this.page.getByRole('status').filter({ hasText: text })
  }

  /** Opens the account sheet and presses sign in there. The caller confirms in the wallet. */
  async pressSignIn(address: string): Promise<void> {
    await this.addressButton(address).click()
    await this.dialog(this.texts.shell.account)
      .getByRole('button', { name: this.texts.shell.signIn, exact: true })
      .click()
  }

  async closeDialog(name: string | RegExp): Promise<void> {
    const dialog = this.dialog(name)
    await dialog.getByRole('button', { name: this.texts.design.close, exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  stored(key: string): Promise<string | null> {
    return this.page.evaluate((name) => localStorage.getItem(name), key)
  }

  /** The sheet of the running transaction, in the named stage. */
  transaction(stage: keyof App['texts']['transactions']['stage']): Locator {
    return this.page
      .getByRole('dialog')
      .filter({ hasText: this.texts.transactions.stage[stage] })
      .filter({ hasNotText: this.texts.demo.name })
  }

  /** Waits until the transaction is confirmed and closes its sheet. */
  async transactionConfirmed(): Promise<void> {
    const sheet = this.transaction('confirmed')
    await expect(sheet).toBeVisible()
    await sheet.getByRole('button', { name: this.texts.shell.gotIt }).click()
    await expect(sheet).toBeHidden()
  }
}
