const ANSI = /\u001b\[[0-9;]*m/g

/** Passed and failed tests, parsed from the last lines of a runner: vitest, forge, Playwright. */
export function countTests(output) {
  const text = output.replace(ANSI, '')
  const sum = (pattern) => [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0)
  const vitest = text
    .split('\n')
    .filter((line) => /^\s+Tests\s/.test(line))
    .join('\n')
  const forge = text
    .split('\n')
    .filter((line) => /total tests\)/.test(line))
    .join('\n')
  const playwright = text
    .split('\n')
    .filter((line) => /^\s+\d+ (passed|failed|flaky)/.test(line))
    .join('\n')
  const count = (word) =>
    [vitest, forge, playwright].reduce(
      (total, lines) =>
        total +
        [...lines.matchAll(new RegExp(`(\\d+) (?:tests )?${word}`, 'g'))].reduce(
          (n, m) => n + Number(m[1]),
          0,
        ),
      0,
    )
  return { passed: count('passed'), failed: count('failed') + sum(/^\s+(\d+) flaky/gm) }
}
