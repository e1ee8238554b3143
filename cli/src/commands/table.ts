/** The tables of all commands: columns as wide as their widest cell, numbers aligned right. */

export type Column = { title: string; right?: boolean }

/** @param rows cells in the order of the columns @returns the lines, with the titles first */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]!.length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) =>
        columns[index]!.right ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!),
      )
      .join('  ')
      .trimEnd()
  return [line(columns.map(({ title }) => title)), ...rows.map(line)]
}
