/** The pages /mcf and /mcfRecord: deposits, their terms, leaving early, records. */
import { expect, type Locator } from '@playwright/test'
import { parseEther } from 'viem'
import english from '../../../web/src/products/mcf/texts.en.ts'
import vietnamese from '../../../web/src/products/mcf/texts.vi.ts'
import chinese from '../../../web/src/products/mcf/texts.zh.ts'
import { pattern } from '../catalogue.ts'
import type { App } from './app.ts'

export class McfScreen {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }
  private get texts() {
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
  /** @param days of the term */
  term(days: number): Locator {
    return this.page.getByRole('radio', { name: new RegExp(`^${days} `) })
  }
  get deposits(): Locator {
    return this.section(
      { zh_CN: chinese, en_US: english, vi_VN: vietnamese }[this.app.language].deposits,
    ).getByRole('listitem')
  }
  /** The deposit with this term. @param days of the term */
  deposit(days: number): Locator {
    return this.deposits.filter({ hasText: new RegExp(`(^|\\D)${days} (天|days)`) })
  }
  get claimButton(): Locator {
    return this.page.getByRole('button', { name: pattern(this.texts.claim.button) })
  }
  get earlySheet(): Locator {
    return this.app.dialog(this.texts.early.title)
  }
  get unstakeSheet(): Locator {
    return this.app.dialog(this.texts.unstake.title)
  }
  get records(): Locator {
    return this.section(this.app.texts.activity.title).getByRole('listitem')
  }

  /** Chooses a term, fills in an amount and presses the button. The caller confirms in the wallet. */
  async stake(days: number, amount: string): Promise<void> {
    await this.term(days).check({ force: true })
    await this.page.getByLabel(this.texts.stake.termAmount, { exact: true }).fill(amount)
    const button = this.page.getByRole('button', { name: pattern(this.texts.stake.submitTerm, 2) })
    await expect(button).toBeEnabled()
    await button.click()
  }

  /** The claimable amount on the screen, wei. */
  async claimable(): Promise<bigint> {
    const text = await this.section(this.texts.claim.title).innerText()
    const figure = /[\d,]+\.\d{6}/.exec(text)?.[0]
    if (figure === undefined) throw new Error(`no figure in ${text}`)
    return parseEther(figure.replaceAll(',', ''))
  }

  private get leaveEarlyButton(): Locator {
    return this.earlySheet.getByRole('button', { name: pattern(this.texts.early.submit) })
  }
  async leaveEarly(): Promise<void> {
    await this.leaveEarlyButton.click()
  }

  /** The cost of an early exit and the least returned amount, as the sheet shows them now, wei. */
  async earlyExit(): Promise<{ cost: bigint; least: bigint }> {
    const text = await this.earlySheet.innerText()
    const cost = /−([\d,]+\.\d+)\s*MCM/.exec(text)?.[1]
    const least = /([\d,]+\.\d+) MCM/.exec(await this.leaveEarlyButton.innerText())?.[1]
    if (cost === undefined || least === undefined) throw new Error(`no cost in ${text}`)
    return { cost: parseEther(cost.replaceAll(',', '')), least: parseEther(least.replaceAll(',', '')) }
  }
}
