/**
 * Every benchmark: one table on the console, `bench/results/latest.json`, and with `--keep` a dated copy for the history.
 * Select parts by name: `npm run bench -- gas api indexer web`. A failed part is reported and makes the run fail. The other parts still run.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { startServers } from '../../e2e/src/ownServers.ts'
import { auditRows } from './audit.ts'
import { bonusCheckRows } from './bonusCheck.ts'
import { firstRouteRows } from './firstRoute.ts'
import { gasRows } from './gas.ts'
import { lightClientRows } from './lightClient.ts'
import { lighthouseRows } from './lighthouse.ts'
import { pageRows } from './pages.ts'
import { rewardsRows } from './rewards.ts'
import { ROOT } from './root.ts'
import { MeasurementError, type Row } from './rows.ts'
import { scaleRows } from './scale.ts'
import { scrollRows } from './scroll.ts'
import { apiRows, indexerRows } from './servers.ts'
import { signingRows } from './signing.ts'
import { soakRows } from './soak.ts'
import { withOpenStack, withStack } from './stackTimes.ts'
import { drawTable } from './table.ts'
import { yearRows } from './year.ts'

type Report = {
  at: string
  machine: { cores: number; model: string; node: string }
  rows: Row[]
}

const RESULTS = join(ROOT, 'bench/results')

const PARTS: Record<string, () => Promise<Row[]>> = {
  gas: async () => gasRows(),
  api: apiRows,
  indexer: indexerRows,
  scale: scaleRows,
  soak: soakRows,
  year: yearRows,
  rewards: async () => [
    ...(await rewardsRows()),
    ...(await auditRows()),
    ...(await signingRows()),
    ...(await bonusCheckRows()),
  ],
  lightclient: lightClientRows,
  web: () =>
    withStack(async (stack) => {
      const servers = await startServers(stack, { demoWallet: false })
      try {
        return await firstRouteRows(servers.webUrl)
      } finally {
        await servers.stop()
      }
    }),
  pages: () => withOpenStack(pageRows),
  scroll: () => withOpenStack(scrollRows),
  lighthouse: () => withOpenStack((stack) => lighthouseRows(stack.webUrl)),
}

/** Parts that take many minutes and gigabytes. They run only if named. */
const ON_DEMAND = ['year', 'scale', 'rewards', 'soak', 'pages', 'scroll', 'lighthouse']

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = named.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`no benchmark is called ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`)
  process.exit(1)
}

const rows: Row[] = []
const failed: string[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (named.length > 0 ? !named.includes(name) : ON_DEMAND.includes(name)) continue
  const started = Date.now()
  process.stderr.write(`${name} … `)
  try {
    rows.push(...(await measure()))
    process.stderr.write(`${Math.round((Date.now() - started) / 1000)} s\n`)
  } catch (error) {
    failed.push(name)
    if (error instanceof MeasurementError) rows.push(...error.rows)
    process.stderr.write(`failed: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

const before = committed()
mkdirSync(RESULTS, { recursive: true })
const at = new Date().toISOString()
const report: Report = {
  at,
  machine: { cores: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version },
  rows,
}
const text = `${JSON.stringify(report, null, 2)}\n`
writeFileSync(join(RESULTS, 'latest.json'), text)
if (process.argv.includes('--keep'))
  writeFileSync(join(RESULTS, `${[...named, at.slice(0, 10)].join('-')}.json`), text)
console.log(drawTable(rows, before))
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

/** The rows of every kept result, newest first. */
function committed(): Row[] {
  if (!existsSync(RESULTS)) return []
  return (
    readdirSync(RESULTS)
      .filter((name) => /\d{4}-\d\d-\d\d\.json$/.test(name))
      .map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')) as Report)
      // The soak's report has another form.
      .filter((report) => Array.isArray(report.rows))
      .sort((one, other) => other.at.localeCompare(one.at))
      .flatMap((report) => report.rows)
  )
}
