/** The page /community and the invitation sheet. */
import type { Locator } from '@playwright/test'
import { shortened } from '../texts.ts'
import type { App } from './app.ts'

export class CommunityScreen {
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }
  get texts() {
    return this.app.texts.community
  }
  private get page() {
    return this.app.page
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { name: this.texts.title, level: 1 })
  }
  get inviteSheet(): Locator {
    return this.app.dialog(this.app.fixed.invite)
  }
  get copyLink(): Locator {
    return this.inviteSheet.getByRole('button', { name: this.app.fixed.copyLink, exact: true })
  }
  get openInvitation(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: this.app.fixed.invite, exact: true })
  }
  get codeField(): Locator {
    return this.page.getByLabel(this.texts.bind.label, { exact: true })
  }
  /** The row of a direct member; addresses are shown shortened to six and six. */
  member(address: string): Locator {
    const pattern = new RegExp(`${address.slice(0, 6)}.{1,3}${address.slice(-6)}`, 'i')
    return this.page.getByRole('listitem').filter({ hasText: pattern })
  }
  readonly shortened = shortened
}
