/** Prints the size of the first route's JavaScript in each language, and fails if a size is above its budget. `node --import tsx build/checkSize.ts [dist]` */
import { join } from 'node:path'
import { LANGUAGE_NAMES } from '../../packages/protocol/src/languages.ts'
import { BUDGETS, measureFirstRoute } from './size.ts'

for (const language of LANGUAGE_NAMES) {
  const measured = measureFirstRoute(process.argv[2] ?? join(import.meta.dirname, '../dist'), language)
  for (const name of ['beforeFirstPaint', 'afterIdle', 'requests'] as const) {
    const over = measured[name] > BUDGETS[name]
    if (over) process.exitCode = 1
    const figure =
      name === 'requests' ? String(measured[name]) : `${measured[name].toFixed(1)} kB gzipped JavaScript`
    console.log(`${over ? 'OVER' : 'ok'}: /galx in ${language}, ${name}: ${figure} of ${BUDGETS[name]}`)
  }
  console.log(`besides: ${measured.pageAndStyles.toFixed(1)} kB gzip of index.html and style sheets`)
  if (process.exitCode === 1)
    console.error(`Before the first paint: ${measured.files.beforeFirstPaint.join(', ')}`)
}
