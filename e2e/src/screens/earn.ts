/** The page /earn: claimable sums by token, all stakes, sums by token, the history. */
import type { Locator } from '@playwright/test'
import statementEnglish from '../../../web/src/activity/statement/texts.en.ts'
import statementVietnamese from '../../../web/src/activity/statement/texts.vi.ts'
import statementChinese from '../../../web/src/activity/statement/texts.zh.ts'
import english from '../../../web/src/pages/earn/texts.en.ts'
import vietnamese from '../../../web/src/pages/earn/texts.vi.ts'
import chinese from '../../../web/src/pages/earn/texts.zh.ts'
import { pattern } from '../catalogue.ts'
import type { App } from './app.ts'

export class EarnScreen {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }
  get texts() {
    return { zh_CN: chinese, en_US: english, vi_VN: vietnamese }[this.app.language]
  }
  private get page() {
    return this.app.page
  }

  private section(title: string | RegExp): Locator {
    return this.page.getByRole('region', { name: title })
  }
  /** The claim card while there is a reward. */
  get claimable(): Locator {
    return this.section(pattern(this.texts.claim.title))
  }
  get claimAll(): Locator {
    return this.page.getByRole('button', { name: this.texts.claim.button, exact: true })
  }
  get staked(): Locator {
    return this.section(this.texts.staked.title).getByRole('listitem')
  }
  /** A token's line of the sums. */
  sum(token: string): Locator {
    return this.section(this.texts.tokens.title).getByRole('row').filter({ hasText: token })
  }
  get history(): Locator {
    return this.section(this.texts.history.title).getByRole('listitem')
  }
  get kind(): Locator {
    return this.page.getByRole('combobox', { name: this.texts.history.kind, exact: true })
  }
  get product(): Locator {
    return this.page.getByRole('combobox', { name: this.texts.history.product, exact: true })
  }
  get csv(): Locator {
    return this.page.getByRole('button', { name: this.texts.history.csv, exact: true })
  }
  /** Saves the statement of the present year in the GALX format. The download is the caller's. */
  async saveStatement(): Promise<void> {
    await this.page.getByRole('button', { name: this.texts.history.statement, exact: true }).click()
    const texts = { zh_CN: statementChinese, en_US: statementEnglish, vi_VN: statementVietnamese }[
      this.app.language
    ]
    await this.app.dialog(texts.title).getByRole('button', { name: texts.save, exact: true }).click()
  }
}
