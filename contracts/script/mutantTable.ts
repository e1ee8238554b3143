/** Writes what came of the mutants as a page. */
import { writeFileSync } from 'node:fs'
import type { Mutant } from './mutants.ts'

export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly suite: string; readonly test: string }
  | { readonly kind: 'broken'; readonly message: string }

export type Verdict = { readonly mutant: Mutant; readonly outcome: Outcome }

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\|/g, '\\|')
}

function killers({ outcome }: Verdict): string {
  return outcome.kind === 'failed' ? `\`${outcome.suite}\` › \`${outcome.test}\`` : '**nothing**'
}

/** @param path the page's; what was there is replaced */
export function writeTable(path: string, verdicts: readonly Verdict[]): void {
  const lists = [...new Set(verdicts.map(({ mutant }) => mutant.list))].sort()
  const own = (list: string): readonly Verdict[] => verdicts.filter(({ mutant }) => mutant.list === list)
  const killed = (some: readonly Verdict[]): number => some.filter(({ outcome }) => outcome.kind === 'failed').length
  const lines = [
    '# Mutants',
    '',
    'Each line is a fault put into a copy of the contracts (`contracts/mutants/`), and a test that failed because of it.',
    '`npm run test:mutants -w contracts` repeats the run, fails where a fault goes unnoticed, and writes this page.',
    '',
    ...lists.map((list) => `- ${list}: ${killed(own(list))} of ${own(list).length} noticed`),
  ]
  for (const list of lists) {
    lines.push('', `## ${list}`, '', '| fault | in | noticed by |', '| --- | --- | --- |')
    for (const verdict of own(list)) {
      lines.push(`| ${cell(verdict.mutant.why)} | \`${verdict.mutant.file}\` | ${killers(verdict)} |`)
    }
  }
  writeFileSync(path, `${lines.join('\n')}\n`)
}
