/** Compiles the tests' wallets with the repository's own compiler. Only tests deploy these wallets. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

type Compiled = Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>
type Output = {
  contracts: Record<string, Compiled>
  errors?: { severity: string; formattedMessage: string }[]
}

type Wallets = Readonly<Record<string, { abi: Abi; bytecode: Hex }>>

/** Once for all files of a run, because the compiler takes seconds of a core. */
let compiled: Wallets | undefined

export function compileWallets(): Wallets {
  return (compiled ??= compile())
}

function compile(): Wallets {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const content = readFileSync(new URL('SmartWallets.sol', import.meta.url), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { 'SmartWallets.sol': { content } },
    settings: { evmVersion: 'cancun', outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  const fault = output.errors?.find(({ severity }) => severity === 'error')
  if (fault) throw new Error(fault.formattedMessage)
  return Object.fromEntries(
    Object.entries(output.contracts['SmartWallets.sol']!).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` as Hex },
    ]),
  )
}
