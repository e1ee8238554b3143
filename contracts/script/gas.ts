/**
 * Measures what each act costs on the release build and writes it to snapshots/. `--check` writes nothing and fails where an
 * act costs more than the committed figure.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsDirectory, forge } from './forge.ts'

const path = join(contractsDirectory, 'snapshots/StakingPools.json')

function readSnapshot(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
}

const checking = process.argv.includes('--check')
const committed = checking ? readSnapshot() : {}
const committedText = checking ? readFileSync(path, 'utf8') : ''
const parameters = ['test', '--match-path', 'contracts/test/gas/*', '--gas-snapshot-emit', 'true']
if (forge(parameters, { profile: 'release' }) !== 0) process.exit(1)
if (checking) {
  const measured = readSnapshot()
  writeFileSync(path, committedText)
  const dearer = Object.entries(measured).filter(([act, gas]) => BigInt(gas) > BigInt(committed[act] ?? 0))
  for (const [act, gas] of dearer) {
    console.error(`${act}: ${gas} gas, committed ${committed[act] ?? 'nothing'}; run npm run gas -w contracts`)
  }
  if (dearer.length > 0) process.exit(1)
  console.log('no act costs more than its committed figure')
}
