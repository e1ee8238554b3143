/** The page /galx: staking, claiming, positions. */
import { expect, type Locator } from '@playwright/test'
import { parseEther } from 'viem'
import { pattern } from '../catalogue.ts'
import type { App } from './app.ts'

export class GalxScreen {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }
  get texts() {
    return this.app.texts.staking
  }
  private get page() {
    return this.app.page
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { name: this.app.texts.galx.title, level: 1 })
  }
  get amount(): Locator {
    return this.page.getByLabel(this.texts.stake.amount, { exact: true })
  }
  get single(): Locator {
    return this.page.getByRole('radio', { name: 'GALX', exact: true })
  }
  get pair(): Locator {
    return this.page.getByRole('radio', { name: /^GALX \+ MCM ×/ })
  }
  get stakeButton(): Locator {
    // Visitors see buttons that first name a product, then its staked amount.
    return this.page.getByRole('button', { name: new RegExp(`^${pattern(this.texts.stake.submit).source}`) })
  }
  get claimButton(): Locator {
    return this.page.getByRole('button', { name: pattern(this.texts.claim.button) })
  }
  section(title: string): Locator {
    return this.page
      .locator('section')
      .filter({ has: this.page.getByRole('heading', { name: title, exact: true }) })
  }
  get claimSection(): Locator {
    return this.section(this.texts.claim.title)
  }
  get positions(): Locator {
    return this.section(this.texts.positions.title).getByRole('listitem')
  }
  position(pool: 'galx' | 'galxMcm'): Locator {
    // The row's button reads: product, lock, amounts. "GALX" alone is in every row, as a token.
    const name = pool === 'galx' ? /^GALX (?!\+)/ : /^GALX \+ MCM /
    return this.positions.filter({ has: this.page.getByRole('button', { name }) })
  }
  get history(): Locator {
    return this.section(this.app.texts.activity.title).getByRole('listitem')
  }
  get unstakeSheet(): Locator {
    return this.app.dialog(this.texts.unstake.title)
  }

  /** Fills in an amount and presses stake, once the button can be pressed. The caller confirms in the wallet. */
  async stake(pool: 'galx' | 'galxMcm', amount: string): Promise<void> {
    await (pool === 'galx' ? this.single : this.pair).check({ force: true })
    await this.amount.fill(amount)
    await expect(this.stakeButton).toBeEnabled()
    await this.stakeButton.click()
  }

  /** The claimable total on the screen, wei; null while the total cannot be read. */
  async claimable(): Promise<bigint | null> {
    const text = await this.claimSection.innerText()
    const [figure] = text.match(/[\d,]+\.\d{6}/) ?? []
    return figure === undefined ? null : parseEther(figure.replaceAll(',', ''))
  }

  async claim(): Promise<void> {
    await expect(this.claimButton).toBeEnabled()
    await this.claimButton.click()
  }

  /** Holds the mouse down until the figure on the button has changed. */
  async claimSlowly(): Promise<void> {
    await expect(this.claimButton).toBeEnabled()
    await this.claimButton.hover()
    const label = await this.claimButton.innerText()
    await this.page.mouse.down()
    await expect(this.claimButton).not.toHaveText(label)
    await this.page.mouse.up()
  }

  /** Opens a position's sheet and takes out everything, with the rewards. */
  async exit(pool: 'galx' | 'galxMcm'): Promise<void> {
    await this.position(pool).first().getByRole('button').click()
    await this.unstakeSheet.getByRole('button', { name: this.texts.unstake.exit, exact: true }).click()
  }

  /** Opens a position's sheet and presses unstake for part of it. */
  async unstake(pool: 'galx' | 'galxMcm', amount: string): Promise<void> {
    await this.position(pool).first().getByRole('button').click()
    await this.unstakeSheet.getByLabel(this.texts.unstake.amount, { exact: true }).fill(amount)
    const button = this.unstakeSheet.getByRole('button', { name: pattern(this.texts.unstake.submit) })
    await expect(button).toBeEnabled()
    await button.click()
  }
}
