/** The pages /zn and /znRecord: the holding, the form for both ways, the price over time, the records. */
import { expect, type Locator } from '@playwright/test'
import { parseEther, parseUnits } from 'viem'
import english from '../../../web/src/products/zn/texts.en.ts'
import vietnamese from '../../../web/src/products/zn/texts.vi.ts'
import chinese from '../../../web/src/products/zn/texts.zh.ts'
import { pattern } from '../catalogue.ts'
import type { App } from './app.ts'

export class ZnScreen {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }
  private get page() {
    return this.app.page
  }
  get texts() {
    return { zh_CN: chinese, en_US: english, vi_VN: vietnamese }[this.app.language]
  }

  section(title: string): Locator {
    return this.page
      .locator('section')
      .filter({ has: this.page.getByRole('heading', { name: title, exact: true }) })
  }
  get holding(): Locator {
    return this.section(this.texts.holding.title)
  }
  get form(): Locator {
    return this.section(this.texts.form.title)
  }
  get proof(): Locator {
    return this.holding.getByText(pattern(this.texts.holding.pays))
  }
  /** The price over time, read with arrow keys. */
  get chart(): Locator {
    return this.page.getByRole('slider', { name: this.texts.price.label })
  }
  get records(): Locator {
    return this.section(this.app.texts.activity.title).getByRole('listitem')
  }
  fact(label: string): Locator {
    return this.form.getByText(label, { exact: true }).locator('xpath=following-sibling::dd')
  }

  /** The amount that can be withdrawn, on the screen, wei. */
  async worth(): Promise<bigint> {
    const text = await this.holding.innerText()
    const figure = /[\d,]+\.\d{6}/.exec(text)?.[0]
    if (figure === undefined) throw new Error(`no figure in ${text}`)
    return parseEther(figure.replaceAll(',', ''))
  }

  /** Fills in a deposit. @returns the least shares that the page promises */
  async fillDeposit(amount: string): Promise<bigint> {
    await this.form.getByLabel(this.texts.form.depositAmount, { exact: true }).fill(amount)
    await expect(this.fact(this.texts.form.shares)).toHaveText(/\d/)
    return parseUnits((await this.fact(this.texts.form.shares).innerText()).replaceAll(',', ''), 30)
  }
  async deposit(): Promise<void> {
    await this.form.getByRole('button', { name: pattern(this.texts.form.submitDeposit) }).click()
  }

  async withdraw(amount: string): Promise<void> {
    await this.choose('withdraw')
    await this.form.getByLabel(this.texts.form.withdrawAmount, { exact: true }).fill(amount)
    await this.form.getByRole('button', { name: this.texts.form.submitWithdraw(`${amount}.00`) }).click()
  }
  /** @returns the least amount that the button promises, wei */
  async withdrawAll(): Promise<bigint> {
    await this.choose('withdraw')
    await this.form.getByRole('button', { name: this.app.texts.design.all, exact: true }).click()
    const button = this.form.getByRole('button', { name: pattern(this.texts.form.submitAll) })
    const least = /[\d,]+\.\d+/.exec(await button.innerText())?.[0]
    await button.click()
    if (least === undefined) throw new Error('the button names no amount')
    return parseEther(least.replaceAll(',', ''))
  }
  async choose(way: 'deposit' | 'withdraw'): Promise<void> {
    await this.form.getByRole('radio', { name: this.texts.form[way], exact: true }).check({ force: true })
  }
}
