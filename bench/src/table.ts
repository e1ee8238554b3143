/** Draws all rows as one table, with the change of each row since the last committed run. */
import { isMet, ratioOf, type Row } from './rows.ts'

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

/** @param before rows of the previous run; empty without one */
export function drawTable(rows: readonly Row[], before: readonly Row[]): string {
  const head = ['metric', 'server', 'measured', 'reference', 'ratio', 'goal', 'met', 'since last']
  const lines = rows.map((row) => {
    const ratio = ratioOf(row)
    const met = isMet(row)
    return [
      row.metric,
      row.server ?? '',
      `${number.format(row.measured)} ${row.unit}`.trim(),
      row.reference === null ? '' : `${number.format(row.reference.value)} (${row.reference.name})`,
      ratio === null ? '' : `×${ratio.toFixed(2)}`,
      row.goal === null
        ? ''
        : 'most' in row.goal
          ? `≤ ${number.format(row.goal.most)}`
          : `≥ ${number.format(row.goal.least)}`,
      met === null ? '' : met ? 'yes' : 'NO',
      changeOf(row, before),
    ]
  })
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((cells) => (cells[column] ?? '').length)),
  )
  const draw = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd()
  return [draw(head), widths.map((width) => '-'.repeat(width)).join('-|-'), ...lines.map(draw)].join('\n')
}

function changeOf(row: Row, before: readonly Row[]): string {
  const last = before.find(
    ({ metric, reference, server }) =>
      metric === row.metric && reference?.name === row.reference?.name && server === row.server,
  )
  if (last === undefined || last.measured === 0) return ''
  const change = (row.measured / last.measured - 1) * 100
  return Math.abs(change) < 0.05 ? '=' : `${change > 0 ? '+' : ''}${change.toFixed(1)} %`
}
