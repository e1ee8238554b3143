/** Compiles a single contract with forge's settings. Some of its sources can be replaced. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { forgeBinary } from '../forge.ts'

type Settings = {
  readonly remappings: readonly string[]
  readonly optimizer: boolean
  readonly optimizer_runs: number
  readonly evm_version: string
}

type Solc = {
  readonly compile: (
    input: string,
    callbacks: { readonly import: (path: string) => { readonly contents: string } | { readonly error: string } },
  ) => string
}

type SolcOutput = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts?: Readonly<
    Record<string, Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>>
  >
}

/** A compiler of the sources below `root`, with forge's settings. */
export type Compiler = {
  /**
   * @param source path of the contract's file from the root
   * @param replaced texts that replace files, by path from the root
   * @returns the creation code, 0x…
   * @throws Error with the compiler's message if it refuses
   */
  readonly creationCode: (source: string, name: string, replaced: ReadonlyMap<string, string>) => string
}

/** @param root forge's root, with contracts/foundry.toml in it */
export function makeCompiler(root: string): Compiler {
  const { stdout } = spawnSync(forgeBinary(), ['config', '--json'], {
    cwd: root,
    env: { ...process.env, FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml') },
    encoding: 'utf8',
  })
  const settings = JSON.parse(stdout) as Settings
  const solc = createRequire(import.meta.url)('solc') as Solc
  const read = (path: string, replaced: ReadonlyMap<string, string>): string =>
    replaced.get(path) ?? readFileSync(join(root, path), 'utf8')

  return {
    creationCode(source, name, replaced) {
      const input = {
        language: 'Solidity',
        sources: { [source]: { content: read(source, replaced) } },
        settings: {
          remappings: settings.remappings,
          optimizer: { enabled: settings.optimizer, runs: settings.optimizer_runs },
          evmVersion: settings.evm_version,
          metadata: { bytecodeHash: 'none', appendCBOR: false },
          outputSelection: { [source]: { [name]: ['evm.bytecode.object'] } },
        },
      }
      const output = JSON.parse(
        solc.compile(JSON.stringify(input), {
          import(path) {
            try {
              return { contents: read(path, replaced) }
            } catch {
              return { error: `${path} is not there` }
            }
          },
        }),
      ) as SolcOutput
      const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
      const code = output.contracts?.[source]?.[name]?.evm.bytecode.object
      if (errors.length > 0 || code === undefined) {
        throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n') || `${name} is not in ${source}`)
      }
      return `0x${code}`
    },
  }
}
