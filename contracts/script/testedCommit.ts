/** The commit that a run of the contracts' tests belongs to. */
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { contractsDirectory } from './forge.ts'

/** The paths that decide about the result of a run. */
const TESTED = ['contracts/src', 'contracts/test', 'contracts/foundry.toml']

/** Runs git in the repository. */
export function git(...parameters: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout } = spawnSync('git', parameters, { cwd: dirname(contractsDirectory), encoding: 'utf8' })
  return { status, output: stdout.trim() }
}

/** @returns the commit that last changed the tested files; marked if they differ now */
export function testedCommit(): string {
  const changed = git('status', '--porcelain', '--', ...TESTED).output !== ''
  return `${git('log', '-1', '--format=%h', '--', ...TESTED).output}${changed ? ' with changes' : ''}`
}
