/** Lighthouse's scores on a phone: the median of several runs for each page, with the demo wallet's window open. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { HOME_PAGE } from '@galx/protocol/products'
import { BROWSER_ARGUMENTS, findBrowser } from '../../e2e/src/browser.ts'
import { DISTINCT_PAGES } from '../../e2e/src/pages.ts'
import { ROOT } from './root.ts'
import { median, type Row } from './rows.ts'

/** Goals: the least number of points for the first page of a visit, and for every other page. */
const HOME_GOAL = 97
const PAGE_GOAL = 95
const RUNS = 3

type Figures = {
  score: number
  largestPaint: number
  shift: number
}

/** @param webUrl the address of a deployment with a demo wallet, whose window opens over each page */
export async function lighthouseRows(webUrl: string): Promise<Row[]> {
  const reference = JSON.parse(readFileSync(join(ROOT, 'bench/reference/web.json'), 'utf8')) as {
    lighthouse: { name: string; score: number }
  }
  const rows: Row[] = []
  for (const name of DISTINCT_PAGES) {
    const route = `/${name}`
    const figures: Figures[] = []
    for (let run = 0; run < RUNS; run += 1) figures.push(await measureAgain(`${webUrl}/#${route}`))
    rows.push({
      metric: `Lighthouse mobile ${route}, median of ${RUNS}`,
      measured: median(figures.map(({ score }) => score)),
      unit: 'points',
      reference: { name: reference.lighthouse.name, value: reference.lighthouse.score },
      goal: { least: name === HOME_PAGE ? HOME_GOAL : PAGE_GOAL },
    })
    rows.push(
      {
        metric: `largest contentful paint ${route}`,
        measured: Math.round(median(figures.map(({ largestPaint }) => largestPaint)) / 10) / 100,
        unit: 's',
        reference: null,
        goal: { most: 1.8 },
      },
      {
        metric: `cumulative layout shift ${route}`,
        measured: Math.round(median(figures.map(({ shift }) => shift)) * 1000) / 1000,
        unit: '',
        reference: null,
        goal: { most: 0 },
      },
    )
  }
  return rows
}

/** On a busy machine Lighthouse can lose the beginning of the trace. The page is then measured again, at most two more times. */
async function measureAgain(url: string): Promise<Figures> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await measure(url)
    } catch (error) {
      if (attempt === 3 || !(error instanceof Error) || !error.message.includes('NO_NAVSTART')) throw error
    }
  }
}

/** One run in its own browser, so that nothing is cached. */
async function measure(url: string): Promise<Figures> {
  const chrome = await launch({
    chromePath: await findBrowser(),
    chromeFlags: ['--headless=new', ...BROWSER_ARGUMENTS],
  })
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance'],
    })
    const report = result?.lhr
    const score = report?.categories.performance?.score
    if (report === undefined || report.runtimeError || score == null)
      throw new Error(`Lighthouse could not measure ${url}: ${report?.runtimeError?.message ?? 'no score'}`)
    return {
      score: Math.round(score * 100),
      largestPaint: report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
      shift: report.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    }
  } finally {
    chrome.kill()
  }
}
