/** A stake that another token pays, on any staking page. */
import { expect, type Locator } from '@playwright/test'
import { pattern } from '../catalogue.ts'
import type { App } from './app.ts'

export class ZapScreen {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }
  private get texts() {
    return this.app.texts.zap
  }
  private get page() {
    return this.app.page
  }

  get choice(): Locator {
    return this.page.getByRole('button', { name: pattern(this.texts.choose) })
  }
  get amount(): Locator {
    return this.page.getByLabel(this.texts.amount, { exact: true })
  }
  get submit(): Locator {
    return this.page.getByRole('button', { name: pattern(this.texts.submit) })
  }
  get sheet(): Locator {
    return this.app.dialog(this.texts.sheet.title)
  }
  get send(): Locator {
    return this.sheet.getByRole('button', { name: this.app.texts.exchange.confirm.send, exact: true })
  }
  /** The page's offer to send the stake that a swap still lacks. */
  get unfinished(): Locator {
    return this.page.getByText(pattern(this.texts.unfinished.text, 2))
  }
  get finish(): Locator {
    return this.page.getByRole('button', { name: this.texts.unfinished.action, exact: true })
  }

  async payWith(symbol: string): Promise<void> {
    await this.choice.click()
    const list = this.app.dialog(this.app.texts.exchange.picker.pay)
    await list.getByRole('button', { name: new RegExp(`^${symbol} `) }).click()
    await expect(list).toBeHidden()
  }

  /** Fills in the payment and opens the confirmation, once the swap is measured. */
  async openDeal(amount: string): Promise<void> {
    await this.amount.fill(amount)
    await expect(this.submit).toBeEnabled()
    await this.submit.click()
    await expect(this.fact(this.app.texts.exchange.confirm.simulated)).toContainText(/\d/)
  }

  /** The value beside a label in the confirmation. */
  fact(label: string): Locator {
    return this.sheet
      .locator('dl > div')
      .filter({ has: this.page.locator('dt', { hasText: label }) })
      .locator('dd')
  }
}
