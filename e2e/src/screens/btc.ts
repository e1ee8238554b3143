/** The page /btc: stake and level, the ladder of levels, claiming, positions, the log. */
import { expect, type Locator } from '@playwright/test'
import { parseEther } from 'viem'
import english from '../../../web/src/products/btc/texts.en.ts'
import vietnamese from '../../../web/src/products/btc/texts.vi.ts'
import chinese from '../../../web/src/products/btc/texts.zh.ts'
import { pattern } from '../catalogue.ts'
import type { App } from './app.ts'

export class BtcScreen {
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
  get levels(): Locator {
    return this.section(this.texts.levels.title)
  }
  get positions(): Locator {
    return this.section(this.staking.positions.title).getByRole('listitem')
  }
  get log(): Locator {
    return this.section(this.texts.history).getByRole('listitem')
  }
  get claimButton(): Locator {
    return this.page.getByRole('button', { name: pattern(this.staking.claim.button) })
  }
  get unstakeSheet(): Locator {
    return this.app.dialog(this.staking.unstake.title)
  }

  /** Chooses a level and presses the button that burns MCM. The caller confirms in the wallet. @param price as shown */
  async buy(level: number, price: string): Promise<void> {
    await this.levels
      .getByRole('radio', { name: this.texts.shortLevel(String(level)) })
      .check({ force: true, timeout: 30_000 })
    const button = this.levels.getByRole('button', {
      name: this.texts.levels.buy(price, String(level)),
      exact: true,
    })
    await expect(button).toBeEnabled()
    await button.click()
  }

  /** A fact of the chosen level, before → after, as a screen reader reads the fact. */
  fact(label: string): Locator {
    return this.levels.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
  }

  /** Fills in an amount and presses stake. The caller confirms in the wallet. */
  async stake(amount: string): Promise<void> {
    await this.page.getByLabel(this.staking.stake.amount, { exact: true }).fill(amount)
    const button = this.page.getByRole('button', { name: pattern(this.staking.stake.submit) })
    await expect(button).toBeEnabled()
    await button.click()
  }

  /** The claimable amount on the screen, wei of BTCB; null while the amount cannot be read. */
  async claimable(): Promise<bigint | null> {
    const text = await this.section(this.staking.claim.title).innerText()
    const figure = /\d\.\d{8}/.exec(text)?.[0]
    return figure === undefined ? null : parseEther(figure)
  }

  /** Opens the only position and takes out everything, with the rewards. */
  async exit(): Promise<void> {
    await this.positions.getByRole('button').click()
    await this.unstakeSheet.getByRole('button', { name: this.staking.unstake.exit, exact: true }).click()
  }
}
