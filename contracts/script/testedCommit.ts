/** Which commit a run of the contracts' tests speaks of. */
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { contractsDirectory } from './forge.ts'

/** What decides about a run. */
const TESTED = ['contracts/src', 'contracts/test', 'contracts/foundry.toml']

/** Runs git in the repository. */
export function git(...parameters: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout } = spawnSync('git', parameters, { cwd: dirname(contractsDirectory), encoding: 'utf8' })
  return { status, output: stdout.trim() }
}

/** @returns the commit that last changed what is tested; marked where it differs now */
export function testedCommit(): string {
  const changed = git('status', '--porcelain', '--', ...TESTED).output !== ''
  return `${git('log', '-1', '--format=%h', '--', ...TESTED).output}${changed ? ' with changes' : ''}`
}
