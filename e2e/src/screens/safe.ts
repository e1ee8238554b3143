/** The page /safe: five facts, allowances, reserves, contracts, sessions. */
import type { Locator } from '@playwright/test'
import english from '../../../web/src/pages/safe/texts.en.ts'
import vietnamese from '../../../web/src/pages/safe/texts.vi.ts'
import chinese from '../../../web/src/pages/safe/texts.zh.ts'
import type { App } from './app.ts'

export class SafeScreen {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }
  get texts() {
    return { zh_CN: chinese, en_US: english, vi_VN: vietnamese }[this.app.language]
  }

  private section(title: string): Locator {
    return this.app.page.getByRole('region', { name: title, exact: true })
  }
  /** A fact's row, by its title. */
  fact(name: 'unchangeable' | 'keys' | 'exit' | 'dependencies' | 'funding'): Locator {
    return this.section(this.texts.facts.title)
      .getByRole('listitem')
      .filter({ hasText: this.texts.facts[name].title })
  }
  get allowances(): Locator {
    return this.section(this.texts.allowances.title)
  }
  get sources(): Locator {
    return this.section(this.texts.sources.title)
  }
  get contracts(): Locator {
    return this.section(this.texts.contracts.title)
  }
  get timelock(): Locator {
    return this.section(this.texts.timelock.title)
  }
  get proof(): Locator {
    return this.section(this.texts.proof.title)
  }
  get sessions(): Locator {
    return this.section(this.texts.sessions.title)
  }
  get reserves(): Locator {
    return this.section(this.texts.reserves.title).getByRole('listitem')
  }
  /** The amounts of a token that a contract holds and owes. */
  reserve(token: string, contract: 'StakingPools' | 'ZnVault' | 'NodePass' | 'RewardVouchers'): Locator {
    return this.reserves.filter({ hasText: `${token} · ${this.texts.contracts.names[contract]}` })
  }
}
