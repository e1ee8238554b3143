/** Writes what came of the faults as a page: how many, by contract and by kind, and each that no test notices. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { HandVerdict } from './byHand.ts'
import { OPERATORS } from './edits.ts'
import type { Generated } from './generate.ts'
import { countOf, type Judged } from './judged.ts'
import { sumOf, type Counts, type SourceRecord } from './record.ts'

const HEADS = '| generated | killed | equivalent | survived | not judged |'
const LINE = '| --- | --- | --- | --- | --- | --- |'

function row(name: string, lines: readonly Counts[]): string {
  const { generated, killed, equivalent, survived, open } = sumOf(lines)
  return `| ${[name, generated, killed, equivalent, survived, open].join(' | ')} |`
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

/**
 * @param record what this run and earlier ones came to, by source
 * @param byHand empty: the page keeps its part of before
 */
export function writePage(
  path: string,
  generated: Generated,
  record: ReadonlyMap<string, SourceRecord>,
  judged: readonly Judged[],
  byHand: readonly HandVerdict[],
): void {
  const sources = [...record.values()]
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
    'A line names the commit on which the faults of its source were judged. `-- --changed` judges the sources that have changed since',
    'and keeps the other lines (`contracts/mutants/judged.json`).',
    '',
    `| kind ${HEADS}`,
    LINE,
    ...OPERATORS.map((operator) => row(operator, sources.flatMap(({ kinds }) => kinds[operator] ?? []))),
    row('**all**', sources.flatMap(({ kinds }) => Object.values(kinds))),
    '',
    `| source ${HEADS} commit |`,
    `${LINE} --- |`,
    ...[...record].map(([file, { kinds, commit }]) => `${row(`\`${file}\``, Object.values(kinds))} ${commit} |`),
    ...listed('Equivalent', judged.filter((one) => one.reason !== undefined && countOf(one) !== 'refuted')),
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
