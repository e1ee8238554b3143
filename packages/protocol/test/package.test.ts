/** The package as an integrator gets it: packed, installed in an empty folder, compiled against and run. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPackage } from '../script/buildPackage.ts'

const MODULES = join(import.meta.dirname, '../../../node_modules')
const folder = mkdtempSync(join(tmpdir(), 'galx-package-'))
const installed = join(folder, 'node_modules/@galx/protocol')

beforeAll(() => {
  const built = join(folder, 'built')
  buildPackage(built)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built })
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, archive), '--strip-components', '1', '-C', installed])
  for (const name of ['viem', 'typebox']) symlinkSync(join(MODULES, name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** @returns what the compiler or, if it has no complaint, the program prints */
function compileAndRun(program: string): string {
  const file = join(folder, 'program.ts')
  writeFileSync(file, program)
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const options = ['--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022']
  try {
    execFileSync(process.execPath, [tsc, ...options, file], { cwd: folder, encoding: 'utf8' })
  } catch (fault) {
    return (fault as { stdout: string }).stdout
  }
  return execFileSync(process.execPath, [join(folder, 'program.js')], { cwd: folder, encoding: 'utf8' })
}

describe('the packed package', () => {
  it('holds JavaScript, types, licence and readme, and no source', () => {
    const names = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'client.js', 'client.d.ts']))
    expect(names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([])
  })

  it('compiles and runs in a program of three lines', () => {
    const printed = compileAndRun(`import { formatUnits } from '@galx/protocol/units'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
console.log(formatUnits(1_500_000_000_000_000_000n), stakingPoolsAbi.some((item) => item.type === 'function' && item.name === 'stake'))`)
    expect(printed).toBe('1.5 true\n')
  })

  it('gives the calls of the API their types', () => {
    const program = (field: string) => `import { createApiClient } from '@galx/protocol/client/client'
const client = createApiClient({ url: 'https://galx.example' })
export const read = async (): Promise<string | null> => (await client.call('getEpochs')).${field}`
    expect(compileAndRun(program('list[0]?.hash ?? null'))).toBe('')
    expect(compileAndRun(program('list[0]?.hush ?? null'))).toMatch(/Property 'hush' does not exist/)
  })
})
