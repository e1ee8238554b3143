/** Sections with real processes: side by side, in order if requested, and with every failure counted. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../install.mjs'
import { runSections } from '../sections.mjs'
import { TEST_SECTIONS } from '../testSections.mjs'

let folder
let printed
const exitCode = process.exitCode
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galx-sections-'))
  printed = ''
})
afterEach(() => {
  process.exitCode = exitCode
  rmSync(folder, { recursive: true, force: true })
})

function run(sections, options = {}) {
  return runSections(sections, {
    cores: 2,
    memory: 8,
    idleCores: () => 0,
    print: (text) => (printed += `${text}\n`),
    ...options,
  })
}
function shell(script) {
  return ['sh', '-c', script]
}
/** Writes its name to a common file at its start and at its end. */
function noted(name, script = ':') {
  return shell(`echo +${name} >> ${folder}/log; ${script}; echo -${name} >> ${folder}/log`)
}
function log() {
  return readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
}
/** Waits for a line of another section. The line only comes if both sections run at the same time. */
function until(line) {
  return `until grep -q '^${line}$' ${folder}/log; do sleep 0.05; done`
}

it('runs as many sections at a time as there are cores', async () => {
  await run([
    { name: 'a', command: noted('a', until('+b')) },
    { name: 'b', command: noted('b', until('+a')) },
  ])
  expect(log().slice(0, 2).sort()).toEqual(['+a', '+b'])
})

it.each([
  ['one core', [{}, {}], { cores: 1 }],
  ['too little memory', [{ memory: 5 }, { memory: 5 }], {}],
  ['a section that waits for another', [{}, { after: ['a', 'a section that does not run'] }], {}],
  [
    'one core, of which less than the limit is idle',
    [{}, {}],
    { cores: 1, settle: 0.01, idleCores: () => 0.4 },
  ],
  ['idle cores, but too little memory', [{ memory: 5 }, { memory: 5 }], { settle: 0.01, idleCores: () => 2 }],
])('%s: runs one section after another', async (_what, [first, second], options) => {
  await run(
    [
      { name: 'a', command: noted('a'), ...first },
      { name: 'b', command: noted('b'), ...second },
    ],
    options,
  )
  expect(log()).toEqual(['+a', '-a', '+b', '-b'])
})

it('runs one more section than there are cores each time that cores were idle', async () => {
  const sections = ['a', 'b', 'c'].map((name) => ({ name, command: noted(name, until('+c')) }))
  await run(sections, { cores: 1, settle: 0.01, idleCores: () => 0.9 })
  expect(log().slice(0, 3)).toEqual(['+a', '+b', '+c'])
})

it('counts tests of three runners, a crash and a failure without tests, and ends with one line', async () => {
  const result = await run(
    [
      { name: 'vitest', command: shell('echo "      Tests  2 failed | 7 passed (9)"; exit 1') },
      {
        name: 'forge',
        command: shell('echo "Ran 2 test suites in 1s: 5 tests passed, 0 failed, 0 skipped (5 total tests)"'),
      },
      { name: 'playwright', command: shell('printf "  1 flaky\\n  3 passed (1.0m)\\n"') },
      { name: 'crash', command: shell('kill -9 $$') },
      { name: 'missing', command: ['/no/such/program'] },
    ],
    { closingLine: true },
  )
  expect(result).toEqual({ passed: 15, failed: 5, broken: ['vitest', 'crash', 'missing'] })
  expect(printed).toContain('5 of 5 sections ended, 15 tests passed so far, 5 failed; running: nothing')
  expect(printed.trim().split('\n').at(-1)).toBe('15 passed, 5 failed')
  expect(process.exitCode).toBe(1)
})

it('prints the whole output of failed sections, nothing of passed sections, and the time and CPU time of each', async () => {
  const busy = 'const end = Date.now() + 700; while (Date.now() < end); console.log("done")'
  await run(
    [
      { name: 'busy', command: [process.execPath, '-e', busy] },
      { name: 'words', command: shell('for word in one two three; do echo $word; sleep 0.1; done; exit 1') },
    ],
    { outputs: relative(root, folder) },
  )
  expect(printed).toContain('one\ntwo\nthree\nFAILED: words')
  expect(printed).toMatch(/^ok: busy \(\d+ s\)$/m)
  expect(printed).not.toContain('done')
  expect(readFileSync(join(folder, 'busy.log'), 'utf8')).toBe('done\n')
  expect(printed).toMatch(/^busy +\d+ +\d+$/m)
  expect(printed).toMatch(/^all +\d+ +\d+$/m)
})

it('every workspace with tests has a section', () => {
  const read = (path) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'))
  const commands = TEST_SECTIONS.map(({ command }) => command.join(' '))
  for (const workspace of read('package.json').workspaces)
    if (read(`${workspace}/package.json`).scripts?.test)
      expect(
        commands.some((command) => command.endsWith(` -w ${workspace}`)),
        workspace,
      ).toBe(true)
})

it('every push runs every section', () => {
  const read = (path) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const jobs = read('.github/workflows/ci.yml')
  const named = [...jobs.matchAll(/run: npm test -- (.+)$/gm)].flatMap(([, names]) => names.split(' '))
  // `npm run check` runs the quick sections.
  const checked = jobs.includes('run: npm run check') ? ['checks', 'scripts'] : []
  const run = new Set([...named, ...checked])
  for (const { name, group } of TEST_SECTIONS) expect(run.has(group) || run.has(name), name).toBe(true)
})

it('reports the failures at the end, in the runners’ own words', async () => {
  const spoken = [
    ' FAIL  test/a.test.ts > adds up',
    'AssertionError: expected 1 to be 2',
    '  1) [chromium] › tests/b.spec.ts:3:1 › opens',
    '    Error: not visible',
    '[FAIL: too much] testFuzz_C()',
  ]
  await run([
    { name: 'a', command: shell(`printf '%s\\n' before '${spoken.join("' '")}'; exit 1`) },
    { name: 'b', command: shell('echo fine') },
    { name: 'c', command: shell('echo stopped by itself; exit 3') },
  ])
  const end = printed.slice(printed.indexOf('section  '))
  for (const line of spoken) expect(end).toContain(line)
  expect(end).toContain('in c:\nstopped by itself')
  expect(end).not.toMatch(/before|fine/)
})
