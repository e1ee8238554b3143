/** The pages /mcm, /mcmEarn and /hidden: staking MCM, earnings, node passes. */
import { expect, type Locator } from '@playwright/test'
import { parseEther } from 'viem'
import mcmEnglish from '../../../web/src/products/mcm/texts.en.ts'
import mcmVietnamese from '../../../web/src/products/mcm/texts.vi.ts'
import mcmChinese from '../../../web/src/products/mcm/texts.zh.ts'
import hiddenEnglish from '../../../web/src/products/passes/texts.en.ts'
import hiddenVietnamese from '../../../web/src/products/passes/texts.vi.ts'
import hiddenChinese from '../../../web/src/products/passes/texts.zh.ts'
import passEnglish from '../../../web/src/passes/texts.en.ts'
import passVietnamese from '../../../web/src/passes/texts.vi.ts'
import passChinese from '../../../web/src/passes/texts.zh.ts'
import { pattern } from '../catalogue.ts'
import type { App } from './app.ts'

const TEXTS = {
  zh_CN: { mcm: mcmChinese, hidden: hiddenChinese, passes: passChinese },
  en_US: { mcm: mcmEnglish, hidden: hiddenEnglish, passes: passEnglish },
  vi_VN: { mcm: mcmVietnamese, hidden: hiddenVietnamese, passes: passVietnamese },
}

export class McmScreen {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }
  get texts() {
    return TEXTS[this.app.language]
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
  get positions(): Locator {
    return this.section(this.staking.positions.title).getByRole('listitem')
  }
  get claimButton(): Locator {
    return this.page.getByRole('button', { name: pattern(this.staking.claim.button) })
  }
  get unstakeSheet(): Locator {
    return this.app.dialog(this.staking.unstake.title)
  }
  get nodeName(): Locator {
    return this.page.getByLabel(this.texts.passes.name.label, { exact: true })
  }
  /** The account's passes, on /mcm and on /hidden. */
  passes(page: 'mcm' | 'hidden'): Locator {
    const title = page === 'mcm' ? this.texts.mcm.nodes.title : this.texts.hidden.mine
    return this.section(title).getByRole('listitem')
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** Fills in an amount and presses stake, once the button can be pressed. The caller confirms in the wallet. */
  async stake(amount: string): Promise<void> {
    await this.page.getByLabel(this.staking.stake.amount, { exact: true }).fill(amount)
    await this.button(pattern(this.staking.stake.submit)).click()
  }

  /** The earned and claimed amounts that /mcmEarn shows for its period, wei. */
  async sums(): Promise<{ earned: bigint; claimed: bigint }> {
    const { sumEarned, sumClaimed } = this.texts.mcm.earnings
    const read = async (label: string) => {
      const fact = this.section(this.texts.mcm.earnings.title).locator('dl > div').filter({ hasText: label })
      await expect(fact.locator('dd')).toContainText(/\d/)
      const text = await fact.locator('dd').innerText()
      const figure = /[\d,]+\.\d+/.exec(text)?.[0]
      if (figure === undefined) throw new Error(`no figure in ${text}`)
      return parseEther(figure.replaceAll(',', ''))
    }
    await expect(this.section(this.texts.mcm.earnings.title).locator('dl > div')).toHaveCount(2)
    return { earned: await read(sumEarned), claimed: await read(sumClaimed) }
  }
}
