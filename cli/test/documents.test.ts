/** The documents name only commands and options that exist, and the drill of docs/go-live.md lasts long enough for its alert. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { alertsOf } from '@galx/operator/kit/alerts/rules'
import { COMMAND_NAMES, runOperator } from '../src/runOperator.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DOCUMENTS = [
  'README.md',
  'README.zh-CN.md',
  'CONTRIBUTING.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
]

/** A call ends with its line, or with the end of its code. */
const CALL = /\boperator (?:-- )?([a-z]+)((?: (?!#)[^`\n|]*)?)/g
const OPTION = /(?<=[\s[])--[a-z][a-z-]*/g

/** @returns each call of a text: the command, and its options */
function callsIn(text: string): { name: string; options: string[] }[] {
  return [...text.matchAll(CALL)]
    .filter(([whole, name, rest]) => COMMAND_NAMES.includes(name!) || / -- |--/.test(whole + rest!))
    .map(([, name, rest]) => ({ name: name!, options: rest!.match(OPTION) ?? [] }))
}

async function helpOf(name: string): Promise<string> {
  let text = ''
  const say = (line: string) => void (text += `${line}\n`)
  expect(await runOperator([name, '--help'], {}, { say, complain: say })).toBe(0)
  return text
}

/** @returns the options of a text's calls that the command's help does not name */
async function unknownIn(text: string): Promise<string[]> {
  const unknown: string[] = []
  for (const { name, options } of callsIn(text)) {
    if (!COMMAND_NAMES.includes(name)) {
      unknown.push(name)
      continue
    }
    const known = new Set((await helpOf(name)).match(/--[a-z][a-z-]*/g))
    unknown.push(...options.filter((option) => !known.has(option)).map((option) => `${name} ${option}`))
  }
  return unknown
}

it.each(DOCUMENTS)('%s names only commands and options that exist', async (file) => {
  expect(await unknownIn(readFileSync(join(ROOT, file), 'utf8'))).toEqual([])
})

it('finds calls, and those that do not exist', async () => {
  const text = readFileSync(join(ROOT, 'docs/go-live.md'), 'utf8')
  expect(callsIn(text).length).toBeGreaterThan(10)
  expect(
    await unknownIn(
      'Run `npm run operator -- pools --jsn`, `operator doctor [--apis URL]` and `operator deplyo --confirm`. The operator signs',
    ),
  ).toEqual(['pools --jsn', 'doctor --apis', 'deplyo'])
})

it('the drill before the opening stops Redis for longer than its alert waits', () => {
  const step = /^\| 16\. .*$/m.exec(readFileSync(join(ROOT, 'docs/go-live.md'), 'utf8'))![0]
  const [, unit, seconds] = /systemctl stop (\S+); sleep (\d+); systemctl start \1/.exec(step)!
  expect(unit).toBe('redis-server')
  const { hold } = alertsOf('single').find(({ name }) => step.includes(`\`${name}\``))!
  // Prometheus reads and judges every 10 s, and the alert waits 5 s for others.
  expect(Number(seconds)).toBeGreaterThan(2 * (Number.parseInt(hold!, 10) + 25))
  expect(hold).toMatch(/^\d+s$/)
})
