const ANSI = /\u001b\[[0-9;]*m/g
/** Where a runner begins to say what failed: vitest, Playwright, forge. */
const HEADING = /^\s*(FAIL\s|\d+\) (?!.*\bms\b)|\[FAIL)/
/** Lines shown of each failure, and of all: what keeps only the end of a long output must still show the first failure. */
const LINES = 8
const MOST_LINES = 48

/**
 * What failed in a section's output, for the very end of a run: its last lines alone say enough to begin with.
 * @param {string} output
 * @returns {string[]} the beginning of each failure; the end of the output where no runner names one
 */
export function failuresIn(output) {
  const lines = output
    .replace(ANSI, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const shown = []
  for (const [index, line] of lines.entries()) {
    if (!HEADING.test(line)) continue
    const next = lines.findIndex((other, place) => place > index && HEADING.test(other))
    shown.push(...lines.slice(index, Math.min(index + LINES, next === -1 ? lines.length : next)))
  }
  return (shown.length > 0 ? shown : lines.slice(-LINES)).slice(0, MOST_LINES)
}
