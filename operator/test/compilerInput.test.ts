import { spawn } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { DEVELOPMENT_CONTRACT_NAMES, OWN_CONTRACT_NAMES } from '@galx/protocol/products'
import { compilerInput, compilerVersion } from '../src/deploy/compilerInput.ts'
import { published, type PublishedName } from '../src/deploy/published.ts'

const COMPILER = resolve(dirname(fileURLToPath(import.meta.url)), '../../contracts/script/solc.cjs')
const OUTPUTS = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object']
const OURS: readonly PublishedName[] = [
  ...OWN_CONTRACT_NAMES,
  ...DEVELOPMENT_CONTRACT_NAMES,
  'AAA',
  'GALX',
  'MCM',
  'StandInToken',
]

/** Compiling takes nearly all the time, so only the nightly run (THOROUGH=1) compiles all contracts. Every run reads and analyses all sources. */
const COMPILED =
  process.env.THOROUGH === '1' ? OURS : OURS.filter((name) => ['EpochLog', 'GALX', 'Levels'].includes(name))

type Compiled = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}

/** Compiles the file like an explorer. */
function compile(input: unknown): Promise<Compiled> {
  const child = spawn(process.execPath, [COMPILER, '--standard-json'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stdin.end(JSON.stringify(input))
  return new Promise((done) =>
    child.once('close', () => done(JSON.parse(Buffer.concat(chunks).toString()) as Compiled)),
  )
}

describe('the compiler input kept for the explorer', () => {
  it('compiles to exactly the deployed creation code of each of our contracts', async () => {
    const { sources, settings, ...rest } = compilerInput()
    const chosen = Object.keys(sources).filter((unit) =>
      COMPILED.some((name) => unit.endsWith(`/${name}.sol`)),
    )
    const outputSelection = Object.fromEntries(chosen.map((unit) => [unit, { '*': OUTPUTS }]))
    const { errors, contracts } = await compile({
      ...rest,
      sources,
      settings: { ...settings, outputSelection },
    })
    expect((errors ?? []).filter(({ severity }) => severity === 'error')).toEqual([])
    for (const name of COMPILED) {
      const [found, ...others] = Object.entries(contracts).filter(
        ([unit, made]) => unit.startsWith('contracts/src/') && made[name],
      )
      expect(others, name).toEqual([])
      const { object } = found![1][name]!.evm.bytecode
      expect(
        `0x${object}` === published(name).bytecode,
        `the compiled code of ${name} differs from the deployed code`,
      ).toBe(true)
    }
  }, 300_000)

  it('names the compiler as explorers do', () => {
    expect(compilerVersion()).toMatch(/^v0\.8\.\d+\+commit\.[0-9a-f]{8}$/)
  })
})
