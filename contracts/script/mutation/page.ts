/** Writes what came of the faults as a page: how many, by contract and by kind, and each that no test notices. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { HandVerdict } from './byHand.ts'
import { OPERATORS } from './edits.ts'
import type { Generated } from './generate.ts'
import type { Mutant } from './instrument.ts'
import type { Outcome } from './tests.ts'

/** A generated fault, what came of it in each group of contracts that holds it, and why it changes nothing, if it does not. */
export type Judged = {
  readonly mutant: Mutant
  readonly outcomes: readonly Outcome[]
  /** how many groups of contracts hold it */
  readonly groups: number
  readonly reason: string | undefined
}

type Count = 'killed' | 'equivalent' | 'survived' | 'refuted' | 'open'

/** @returns what the fault counts as: noticed by a test of any contract that holds it is killed */
export function countOf({ outcomes, groups, reason }: Judged): Count {
  const killed = outcomes.some(({ kind }) => kind === 'failed' || kind === 'endless')
  if (killed) return reason === undefined ? 'killed' : 'refuted'
  // held by two groups, it survives only where the tests of both are known to pass
  if (outcomes.length < groups || outcomes.length === 0 || outcomes.some(({ kind }) => kind === 'broken')) return 'open'
  return reason === undefined ? 'survived' : 'equivalent'
}

const COLUMNS: readonly Count[] = ['killed', 'equivalent', 'survived', 'open']
const HEADS = '| generated | killed | equivalent | survived | not judged |\n| --- | --- | --- | --- | --- | --- |'

function row(name: string, judged: readonly Judged[]): string {
  const counts = COLUMNS.map((column) => judged.filter((one) => countOf(one) === column).length)
  return `| ${name} | ${judged.length} | ${counts.join(' | ')} |`
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\|/g, '\\|')
}

function listed(title: string, judged: readonly Judged[]): readonly string[] {
  if (judged.length === 0) return []
  const lines = judged.map(({ mutant, reason }) => `| \`${cell(mutant.key).replaceAll('`', "'")}\` | ${cell(reason ?? '')} |`)
  return ['', `## ${title}`, '', '| fault | reason |', '| --- | --- |', ...lines]
}

const BY_HAND = '## By hand'

/** @param byHand empty: the page keeps its part of before */
export function writePage(path: string, generated: Generated, judged: readonly Judged[], byHand: readonly HandVerdict[]): void {
  const files = [...new Set(judged.map(({ mutant }) => mutant.file))]
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const kept = before.includes(BY_HAND) ? before.slice(before.indexOf(BY_HAND)).trimEnd() : ''
  const hand = byHand.map(({ mutant, outcome }) => {
    const killer = outcome.kind === 'failed' ? `\`${outcome.suite}\` › \`${outcome.test}\`` : '**nothing**'
    return `| ${cell(mutant.why)} | \`${mutant.file}\` | ${killer} |`
  })
  const page = [
    '# Mutants',
    '',
    'Faults put into the contracts, each of which some test must notice. They are generated from the syntax tree, by kinds, in every',
    'statement and condition of all code that moves money (`contracts/src` without `demo/` and `interfaces/`); nothing is chosen by',
    'hand. `npm run test:mutants -w contracts` repeats the run, fails where a fault goes unnoticed, and writes this page.',
    '`contracts/mutants/equivalent.json` gives a reason for each fault that changes nothing; the run fails where a test notices such a',
    'fault after all, and asks the quick tests alone. What no quick test notices is asked of the slow ones too (models, invariants, every',
    `class of attack); until then it counts as not judged. ${generated.refused} further faults are refused by the compiler.`,
    '',
    `| kind ${HEADS}`,
    ...OPERATORS.map((operator) => row(operator, judged.filter(({ mutant }) => mutant.operator === operator))),
    row('**all**', judged),
    '',
    `| source ${HEADS}`,
    ...files.map((file) => row(`\`${file}\``, judged.filter(({ mutant }) => mutant.file === file))),
    ...listed('Equivalent', judged.filter((one) => countOf(one) === 'equivalent')),
    ...listed('Survived', judged.filter((one) => countOf(one) === 'survived')),
    '',
    ...(hand.length === 0
      ? [kept]
      : [
          BY_HAND,
          '',
          'Each takes away what guards against one class of attack (`contracts/mutants/Threats.json`) and is judged by that class’s own',
          'test; or is subtler than the kinds above generate (`Subtle.json`).',
          '',
          '| fault | in | noticed by |',
          '| --- | --- | --- |',
          ...hand,
        ]),
  ]
  writeFileSync(path, `${page.join('\n').trimEnd()}\n`)
}
