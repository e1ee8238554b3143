/** The page /rank: a board's rows in the document, and the account's own place. */
import type { Locator } from '@playwright/test'
import english from '../../../web/src/pages/rank/texts.en.ts'
import vietnamese from '../../../web/src/pages/rank/texts.vi.ts'
import chinese from '../../../web/src/pages/rank/texts.zh.ts'
import type { App } from './app.ts'

export class RankScreen {
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

  board(name: keyof typeof chinese.boards): Locator {
    return this.page.getByRole('radio', { name: this.texts.boards[name], exact: true })
  }
  get podium(): Locator {
    return this.page.getByRole('list', { name: this.texts.podium }).getByRole('listitem')
  }
  /** The rows of the list that are in the document. */
  get rows(): Locator {
    return this.page.getByRole('list', { name: this.texts.list, exact: true }).getByRole('listitem')
  }
  get mine(): Locator {
    return this.page.getByRole('region', { name: this.texts.mine })
  }

  /** Scrolls, and waits for the frame after next: by then all rows of the new window are drawn. */
  async scrollTo(pixels: number): Promise<void> {
    await this.page.evaluate(async (top) => {
      window.scrollTo(0, top)
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      await frame()
      await frame()
    }, pixels)
  }

  /** The places (1 is the first) of the rows in the document, and of the rows in the window. */
  inDocument(): Promise<{ all: number[]; seen: number[]; height: number; elements: number }> {
    return this.page.evaluate((label) => {
      const list = document.querySelector(`ol[aria-label="${label}"]`)
      const rows = [...(list?.querySelectorAll('li') ?? [])]
      const place = (row: Element) => Number(row.getAttribute('aria-posinset'))
      const inWindow = (row: Element) => {
        const { top, bottom } = row.getBoundingClientRect()
        return bottom > 0 && top < window.innerHeight
      }
      return {
        all: rows.map(place),
        seen: rows.filter(inWindow).map(place),
        height: list?.getBoundingClientRect().height ?? 0,
        elements: document.querySelectorAll('*').length,
      }
    }, this.texts.list)
  }
}
