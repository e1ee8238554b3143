/** CSV by RFC 4180, safe to open in a spreadsheet. */

/** Excel, LibreOffice and Sheets treat a cell that starts like this as a formula. Full-width forms count too. */
const FORMULA_START = /^[\t\r\n ]*[=+\-@＝＋－＠|%]/

/** Makes a cell. An apostrophe before a formula makes it text. The cell is quoted if the format requires it. */
export function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
