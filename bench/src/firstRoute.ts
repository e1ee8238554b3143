/** The cost of the first route: JavaScript before the first paint and after idle, and requests, checked in a real Chromium. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { launchBrowser } from '../../e2e/src/browser.ts'
import { BUDGETS, measureFirstRoute } from '../../web/build/size.ts'
import { ROOT } from './root.ts'
import type { Row } from './rows.ts'

type WebReference = {
  javascriptBeforePaint: { name: string; kilobytes: number }
  javascriptAfterIdle: { name: string; kilobytes: number }
}

/** @param webUrl of a deployment without demo wallet, like in production */
export async function firstRouteRows(webUrl: string): Promise<Row[]> {
  const reference = JSON.parse(readFileSync(join(ROOT, 'bench/reference/web.json'), 'utf8')) as WebReference
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    const fetched = new Set<string>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        fetched.add(basename(new URL(response.url()).pathname))
    })
    await page.goto(`${webUrl}/#/galx`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    // The sizes come from the build. The browser shows that it fetches exactly these files.
    const measured = measureFirstRoute(join(ROOT, 'web/dist'), 'zh_CN')
    const counted = measured.files.afterIdle.map((file) => basename(file))
    const uncounted = [...fetched].filter((file) => !counted.includes(file))
    if (uncounted.length > 0) throw new Error(`web/build/size.ts does not count ${uncounted.join(', ')}`)
    return [
      {
        metric: '/galx JavaScript before first paint',
        measured: Math.round(measured.beforeFirstPaint * 10) / 10,
        unit: 'kB gzip',
        reference: {
          name: reference.javascriptBeforePaint.name,
          value: reference.javascriptBeforePaint.kilobytes,
        },
        goal: { most: BUDGETS.beforeFirstPaint },
      },
      {
        metric: '/galx JavaScript after idle',
        measured: Math.round(measured.afterIdle * 10) / 10,
        unit: 'kB gzip',
        reference: {
          name: reference.javascriptAfterIdle.name,
          value: reference.javascriptAfterIdle.kilobytes,
        },
        goal: { most: BUDGETS.afterIdle },
      },
      {
        metric: '/galx requests before first paint',
        measured: measured.requests,
        unit: 'requests',
        reference: null,
        goal: { most: BUDGETS.requests },
      },
    ]
  } finally {
    await browser.close()
  }
}
