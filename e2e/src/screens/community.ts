/** The page /community and the invitation sheet. */
import type { Locator } from '@playwright/test'
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
    // An account without members is offered the same sheet a second time, in the empty list.
    return this.page
      .getByRole('main')
      .getByRole('button', { name: this.app.fixed.invite, exact: true })
      .first()
  }
  get codeField(): Locator {
    return this.page.getByLabel(this.app.texts.invitation.label, { exact: true })
  }
  /** The row of a direct member. The shown address is shortened; its title has the whole address. */
  member(address: string): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByTitle(new RegExp(`^${address}$`, 'i')) })
  }
}
