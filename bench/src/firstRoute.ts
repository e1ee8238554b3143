/** What the first route costs in a real Chromium: JavaScript before the first paint and after idle, and requests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { launchBrowser } from '../../e2e/src/browser.ts'
import { ROOT } from './root.ts'
import type { Row } from './rows.ts'

interface WebReference {
  javascriptBeforePaint: { name: string; kilobytes: number }
  javascriptAfterIdle: { name: string; kilobytes: number }
}

/** @param webUrl of a deployment without demo wallet, as in production */
export async function firstRouteRows(webUrl: string): Promise<Row[]> {
  const reference = JSON.parse(readFileSync(join(ROOT, 'bench/reference/web.json'), 'utf8')) as WebReference
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    const sizes = new Map<string, Promise<number>>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        sizes.set(
          response.url(),
          response.body().then((body) => gzipSync(body, { level: 9 }).length),
        )
    })
    await page.goto(`${webUrl}/#/galx`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const timing = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      const own = performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).origin === location.origin)
      return {
        paint,
        before: own.filter(({ startTime }) => startTime < paint).map(({ name }) => name),
      }
    })
    if (timing.paint === 0) throw new Error('the browser reports no first contentful paint')
    const kilobytes = async (wanted: (url: string) => boolean) => {
      const counted = await Promise.all([...sizes].filter(([url]) => wanted(url)).map(([, size]) => size))
      return Math.round(counted.reduce((sum, size) => sum + size, 0) / 100) / 10
    }
    const early = new Set(timing.before)
    return [
      {
        metric: '/galx JavaScript before first paint',
        measured: await kilobytes((url) => early.has(url)),
        unit: 'kB gzip',
        reference: {
          name: reference.javascriptBeforePaint.name,
          value: reference.javascriptBeforePaint.kilobytes,
        },
        goal: { most: 110 },
      },
      {
        metric: '/galx JavaScript after idle',
        measured: await kilobytes(() => true),
        unit: 'kB gzip',
        reference: {
          name: reference.javascriptAfterIdle.name,
          value: reference.javascriptAfterIdle.kilobytes,
        },
        goal: { most: 150 },
      },
      {
        metric: '/galx requests before first paint',
        // the document itself besides what it asks for
        measured: timing.before.length + 1,
        unit: 'requests',
        reference: null,
        goal: { most: 6 },
      },
    ]
  } finally {
    await browser.close()
  }
}
