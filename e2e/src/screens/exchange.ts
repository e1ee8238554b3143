/** The page /index: the swap card, its sheets, and the result of the last swap. */
import { expect, type Locator } from '@playwright/test'
import { parseEther } from 'viem'
import { pattern } from '../catalogue.ts'
import type { App } from './app.ts'

export class ExchangeScreen {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }
  private get texts() {
    return this.app.texts.exchange
  }
  private get page() {
    return this.app.page
  }

  get pay(): Locator {
    return this.page.getByLabel(this.texts.pay, { exact: true })
  }
  get receive(): Locator {
    return this.page.getByLabel(this.texts.receive, { exact: true })
  }
  get confirmSheet(): Locator {
    return this.app.dialog(this.texts.confirm.title)
  }
  get sendButton(): Locator {
    return this.confirmSheet.getByRole('button', { name: this.texts.confirm.send, exact: true })
  }
  get typedImpact(): Locator {
    return this.confirmSheet.getByLabel(pattern(this.texts.confirm.typeIt))
  }
  get swapButton(): Locator {
    return this.page.getByRole('button', { name: pattern(this.texts.button.swap) })
  }
  get blockedButton(): Locator {
    return this.page.getByRole('button', { name: this.texts.button.blocked, exact: true })
  }
  get saferButton(): Locator {
    return this.page.getByRole('button', { name: pattern(this.texts.guard.safer) })
  }
  get result(): Locator {
    return this.page
      .locator('section')
      .filter({ has: this.page.getByRole('heading', { name: this.texts.result.title, exact: true }) })
  }

  /** The amount received by the last swap, from the receipt. */
  get received(): Locator {
    return this.result
      .locator('dl > div')
      .filter({ has: this.page.locator('dt', { hasText: this.texts.result.received }) })
      .locator('dd')
  }

  /** Chooses both tokens by their lists. */
  async choose(from: string, to: string): Promise<void> {
    const pickers = this.page.getByRole('button', { name: pattern(this.texts.chooseToken) })
    for (const [index, symbol, title] of [
      [0, from, this.texts.picker.pay],
      [1, to, this.texts.picker.receive],
    ] as const) {
      await pickers.nth(index).click()
      const sheet = this.app.dialog(title)
      await sheet.getByRole('searchbox').fill(symbol)
      await sheet.getByRole('button', { name: new RegExp(`^${symbol} `) }).click()
      await expect(sheet).toBeHidden()
    }
  }

  /** Presses the button and waits until the simulation has answered. */
  async openDeal(): Promise<void> {
    await expect(this.swapButton).toBeEnabled()
    await this.swapButton.click()
    await expect(this.fact(this.texts.confirm.simulated)).toContainText(/\d/)
  }

  /** The value beside a label in the confirmation. */
  fact(label: string | RegExp): Locator {
    return this.confirmSheet
      .locator('dl > div')
      .filter({ has: this.page.locator('dt', { hasText: label }) })
      .locator('dd')
  }

  /** The first amount in a text, wei. */
  static amountIn(text: string): bigint {
    const found = /[\d,]+(?:\.\d+)?/.exec(text)
    if (!found) throw new Error(`no amount in "${text}"`)
    return parseEther(found[0].replaceAll(',', ''))
  }
}
