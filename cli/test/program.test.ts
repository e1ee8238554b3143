/** `galx` as npm links it: in any folder, and with only the command's own output. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const WORKSPACE = join(import.meta.dirname, '..')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galx-program-'))
  const { bin } = JSON.parse(readFileSync(join(WORKSPACE, 'package.json'), 'utf8')) as {
    bin: { galx: string }
  }
  symlinkSync(join(WORKSPACE, bin.galx), join(folder, 'galx'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function galx(...parameters: string[]) {
  const PATH = dirname(process.execPath)
  const { status, stdout, stderr } = spawnSync(join(folder, 'galx'), parameters, {
    cwd: folder,
    env: { PATH: `${PATH}:/usr/bin:/bin` },
    encoding: 'utf8',
  })
  return { code: status, out: stdout, complaint: stderr }
}

it('prints only the command’s own output', () => {
  const { code, out, complaint } = galx('safe', '--list')
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(out).toMatch(/^call +as +values\n/)
}, 60_000)

it('ends with the exit code of the command', () => {
  expect(galx('deploy', '--network', 'moon')).toEqual({
    code: 2,
    out: '',
    complaint: '--network "moon" is unknown: embedded, testnet, mainnet, rehearsal\n',
  })
}, 60_000)
