const ANSI = /\u001b\[[0-9;]*m/g
/** How a runner's report of failures begins: vitest, Playwright, forge. */
const HEADING = /^\s*(FAIL\s|\d+\) (?!.*\bms\b)|\[FAIL)/
/**
 * The number of lines shown of each failure, and of all failures. A reader who keeps only the end of a long output must still see the first
 * failure.
 */
const LINES = 8
const MOST_LINES = 48

/**
 * The failures in a section's output. A run prints them at its end, so that a reader can start with the last lines.
 * @param {string} output
 * @returns {string[]} the beginning of each failure; the end of the output if no runner names one
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
