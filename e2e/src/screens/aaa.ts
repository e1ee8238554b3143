/** The page /aaaJiJin: staking AAA, the fund and its distribution, everything in and out. */
import { expect, type Locator } from '@playwright/test'
import { parseEther } from 'viem'
import english from '../../../web/src/products/aaa/texts.en.ts'
import vietnamese from '../../../web/src/products/aaa/texts.vi.ts'
import chinese from '../../../web/src/products/aaa/texts.zh.ts'
import { pattern } from '../catalogue.ts'
import type { App } from './app.ts'

export class AaaScreen {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }
  get texts() {
    return { zh_CN: chinese, en_US: english, vi_VN: vietnamese }[this.app.language]
  }
  private get staking() {
    return this.app.texts.staking
  }
  private get page() {
    return this.app.page
  }

  section(title: string): Locator {
    return this.page
      .locator('section')
      .filter({ has: this.page.getByRole('heading', { name: title, exact: true }) })
  }
  get fund(): Locator {
    return this.section(this.texts.fund.title)
  }
  get fee(): Locator {
    return this.section(this.texts.fee.title)
  }
  get log(): Locator {
    return this.section(this.texts.log.title)
  }
  get distributeButton(): Locator {
    return this.fund.getByRole('button', { name: pattern(this.texts.fund.distribute) })
  }
  get claimButton(): Locator {
    return this.page.getByRole('button', { name: pattern(this.staking.claim.button) })
  }
  get positions(): Locator {
    return this.section(this.staking.positions.title).getByRole('listitem')
  }

  /** A fact of the fund, before → after, as a screen reader reads the fact. */
  fact(label: string): Locator {
    return this.fund.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
  }

  /** The fund's balance on the screen, wei; null while the balance is not read. */
  async waiting(): Promise<bigint | null> {
    const figure = /([\d,]+\.\d+)\s*AAA/.exec(await this.fund.innerText())?.[1]
    return figure === undefined ? null : parseEther(figure.replaceAll(',', ''))
  }

  /** Fills in an amount and presses stake. The caller confirms in the wallet. */
  async stake(amount: string): Promise<void> {
    await this.page.getByLabel(this.staking.stake.amount, { exact: true }).fill(amount)
    const button = this.page.getByRole('button', { name: pattern(this.staking.stake.submit) })
    await expect(button).toBeEnabled()
    await button.click()
  }

  /** Opens the only position and takes out everything, with the rewards. */
  async exit(): Promise<void> {
    await this.positions.getByRole('button').click()
    await this.app
      .dialog(this.staking.unstake.title)
      .getByRole('button', { name: this.staking.unstake.exit, exact: true })
      .click()
  }
}
