/** The commands of docs/production.md, in the form in which a reader types them. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const GUIDE = readFileSync(resolve(import.meta.dirname, '../../../../docs/production.md'), 'utf8')

/** @returns the commands of each numbered step of a section, by the step's number; a step may have none */
export function stepsOf(section: string): Map<number, string> {
  const start = GUIDE.indexOf(`\n## ${section}\n`)
  if (start < 0) throw new Error(`docs/production.md has no section "${section}"`)
  const text = GUIDE.slice(start + 1).split(/^## /m)[1]!
  const steps = text.split(/^(?=\d+\. )/m).slice(1)
  return new Map(
    steps.map((step) => [
      Number.parseInt(step, 10),
      [...step.matchAll(/^ *```sh\n(.*?)^ *```$/gms)]
        .map(([, lines]) => lines!.replaceAll(/^ {3}/gm, ''))
        .join(''),
    ]),
  )
}
