/**
 * Measures every page as for an account with positions, bonuses and members: how much the page moves while it loads, the load on the main thread
 * while nothing happens, and the time to answer a key on a processor four times slower.
 */
import { launchBrowser } from '../../e2e/src/browser.ts'
import { openChain } from '../../e2e/src/chain.ts'
import { InjectedWallet } from '../../e2e/src/injectedWallet.ts'
import { leader } from '../../e2e/src/leader.ts'
import { DISTINCT_PAGES } from '../../e2e/src/pages.ts'
import type { StackAddress } from '../../e2e/src/stack.ts'
import { openPhone, type DevTools, type Page, type Phone } from './phone.ts'
import { quantile, type Row } from './rows.ts'

type Locator = ReturnType<Page['locator']>

/** Goal: the greatest cumulative layout shift. */
const SHIFT_GOAL = 0.02
/** Goal: the greatest number of milliseconds per second for which the main thread may be busy. */
const IDLE_GOAL = 30
/** Goal: the greatest number of milliseconds from a key press to the frame that shows its effect. */
const KEY_GOAL = 100
const SLOWDOWN = 4
/** Milliseconds for which a page is watched. In this time the page reads the chain several times. */
const WATCHED = 5_000
const KEYS = 8
/** Milliseconds within which a page must be loaded. */
const LOADED_WITHIN = 30_000
/** Milliseconds. The browser does not report events that take less time. */
const SHORTEST = 16

/** The selector of a page's input field. On a page without an input field the Tab key is pressed. */
const FIELDS = 'main input:not([type=checkbox], [type=radio], [type=file]):enabled'

/** `key` names the field or key that the page answered. The metric's name contains it. */
type Answer = { milliseconds: number; key: string }

export async function pageRows(stack: StackAddress): Promise<Row[]> {
  const chain = openChain(stack)
  const browser = await launchBrowser()
  try {
    const { page, devTools, busy } = await openPhone(browser)
    await InjectedWallet.inject(page, chain, { account: await leader(stack, chain) })
    const rows: Row[] = []
    for (const name of DISTINCT_PAGES) {
      await page.goto('about:blank')
      await page.goto(`${stack.webUrl}/#/${name}`)
      await loaded(page)
      const shift = await shiftSoFar(page)
      const idle = await busyWhileIdle(page, busy)
      const { milliseconds, key } = await answerToKey(page, devTools)
      rows.push(
        {
          metric: `cumulative layout shift of /${name} with a used account`,
          measured: Math.round(shift * 1000) / 1000,
          unit: '',
          reference: null,
          goal: { most: SHIFT_GOAL },
        },
        {
          metric: `main thread of /${name}, nothing done`,
          measured: Math.round(idle * 10) / 10,
          unit: 'ms a second',
          reference: null,
          goal: { most: IDLE_GOAL },
        },
        {
          metric: `answer of /${name} to ${key} at ${SLOWDOWN}×, third quartile of ${KEYS}`,
          measured: milliseconds,
          unit: 'ms',
          reference: null,
          goal: { most: KEY_GOAL },
        },
      )
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null, null, {
    timeout: LOADED_WITHIN,
  })
  await page.waitForLoadState('networkidle')
}

/** @returns the sum of the layout shifts since the page was opened */
function shiftSoFar(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum), 100)))
      }),
  )
}

/** @returns milliseconds per second for which the main thread was busy */
async function busyWhileIdle(page: Page, busy: Phone['busy']): Promise<number> {
  const before = await busy()
  const from = Date.now()
  await page.waitForTimeout(WATCHED)
  const used = (await busy()) - before
  return used / ((Date.now() - from) / 1_000)
}

async function answerToKey(page: Page, devTools: DevTools): Promise<Answer> {
  const reported = await page.evaluateHandle(() => {
    const durations: number[] = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    return durations
  })
  /** @returns the duration of the key's longest event, after the frame is shown and the browser has reported the event */
  const longest = () =>
    reported.evaluate(
      (durations, shortest) =>
        new Promise<number>((done) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => setTimeout(() => done(Math.max(shortest, ...durations)), 300)),
          ),
        ),
      SHORTEST,
    )
  const field = await firstSeen(page.locator(FIELDS))
  if (field !== null) await field.focus()
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  try {
    const answers: number[] = []
    for (let press = 0; press < KEYS; press += 1) {
      await reported.evaluate((durations) => durations.splice(0))
      await page.keyboard.press(field === null ? 'Tab' : String((press % 9) + 1))
      answers.push(await longest())
    }
    return { milliseconds: quantile(answers, 0.75), key: field === null ? 'Tab' : 'a digit' }
  } finally {
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
}

async function firstSeen(fields: Locator): Promise<Locator | null> {
  for (const field of await fields.all()) if (await field.isVisible()) return field
  return null
}
