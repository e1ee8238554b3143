/** Prints the size of the first route's JavaScript, and fails if the size is above its budget. `node --import tsx build/checkSize.ts [dist]` */
import { join } from 'node:path'
import { BUDGETS, measureFirstRoute } from './size.ts'

const measured = measureFirstRoute(process.argv[2] ?? join(import.meta.dirname, '../dist'))
for (const name of ['beforeFirstPaint', 'afterIdle', 'requests'] as const) {
  const over = measured[name] > BUDGETS[name]
  if (over) process.exitCode = 1
  const figure =
    name === 'requests' ? String(measured[name]) : `${measured[name].toFixed(1)} kB gzipped JavaScript`
  console.log(`${over ? 'OVER' : 'ok'}: /galx ${name}: ${figure} of ${BUDGETS[name]}`)
}
console.log(`besides: ${measured.pageAndStyles.toFixed(1)} kB gzip of index.html and style sheets`)
if (process.exitCode === 1)
  console.error(`Before the first paint: ${measured.files.beforeFirstPaint.join(', ')}`)
