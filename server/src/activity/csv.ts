/** CSV by RFC 4180, safe to open in a spreadsheet. */

/** What makes Excel, LibreOffice or Sheets take a cell for a formula, full-width forms included. */
const FORMULA_START = /^[\t\r\n ]*[=+\-@＝＋－＠|%]/

/** A cell: a formula is defused with an apostrophe, then quoted where the format asks for it. */
export function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
