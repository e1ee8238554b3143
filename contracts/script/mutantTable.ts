/** Writes what came of the mutants as a page. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Mutant } from './mutants.ts'

export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly suite: string; readonly test: string }
  | { readonly kind: 'broken'; readonly message: string }

export type Verdict = { readonly mutant: Mutant; readonly outcome: Outcome }

const NOTHING = '**nothing**'

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\|/g, '\\|')
}

/** The part of a line that says which fault it is about. */
function fault({ why, file }: Mutant): string {
  return `| ${cell(why)} | \`${file}\` |`
}

function killer({ outcome }: Verdict): string {
  return outcome.kind === 'failed' ? `\`${outcome.suite}\` › \`${outcome.test}\`` : NOTHING
}

/**
 * @param path the page's; it keeps its line of each mutant that has no new verdict
 * @param all every mutant there is, in the order of the page
 */
export function writeTable(path: string, all: readonly Mutant[], verdicts: readonly Verdict[]): void {
  const kept = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const lineOf = (mutant: Mutant): string | undefined => {
    const verdict = verdicts.find((candidate) => candidate.mutant === mutant)
    return verdict === undefined
      ? kept.find((line) => line.startsWith(fault(mutant)))
      : `${fault(mutant)} ${killer(verdict)} |`
  }
  const lists = [...new Set(all.map(({ list }) => list))].map((list) => {
    const own = all.filter((mutant) => mutant.list === list)
    const lines = own.map(lineOf).filter((line) => line !== undefined)
    const noticed = lines.filter((line) => !line.includes(NOTHING)).length
    return { list, lines, summary: `- ${list}: ${noticed} of ${own.length} noticed` }
  })
  const page = [
    '# Mutants',
    '',
    'Each line is a fault put into a copy of the contracts (`contracts/mutants/`), and a test that failed because of it.',
    '`npm run test:mutants -w contracts` repeats the run, fails where a fault goes unnoticed, and writes this page.',
    '',
    ...lists.map(({ summary }) => summary),
    ...lists.flatMap(({ list, lines }) => ['', `## ${list}`, '', '| fault | in | noticed by |', '| --- | --- | --- |', ...lines]),
  ]
  writeFileSync(path, `${page.join('\n')}\n`)
}
