/**
 * The submission for an explorer that shows a contract's source: the compiler's input of the release build, the contract's name, and its
 * arguments.
 */
import type { Address, Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { OWN_CONTRACT_NAMES } from '@galx/protocol/products'
import { compilerInput, compilerVersion, type CompilerInput } from '../deploy/compilerInput.ts'
import { DeploymentError } from '../deploy/deploymentError.ts'

export type ContractSource = {
  name: string
  address: Address
  /** such as `contracts/src/ZnVault.sol:ZnVault` */
  identifier: string
  /** encoded; empty if the constructor takes no arguments */
  constructorArguments: Hex
}

export type Sources = {
  chainId: number
  input: CompilerInput
  /** such as `v0.8.37+commit.f401782d` */
  compiler: string
  contracts: readonly ContractSource[]
}

/** The sources of our own contracts and tokens. The explorers already have the sources of third-party tokens and of the exchange. */
export function sourcesOf({ chainId, contracts, tokens }: Deployment): Sources {
  const input = compilerInput()
  const own = [
    ...OWN_CONTRACT_NAMES.map((name) => [name, contracts[name]] as const),
    ...(['AAA', 'GALX', 'MCM'] as const).map((name) => [name, tokens[name]] as const),
  ]
  return {
    chainId,
    input,
    compiler: compilerVersion(),
    contracts: own.map(([name, { address, constructorArguments }]) => ({
      name,
      address: address as Address,
      identifier: `${unitOf(input, name)}:${name}`,
      constructorArguments: (constructorArguments ?? '0x') as Hex,
    })),
  }
}

function unitOf({ sources }: CompilerInput, name: string): string {
  const unit = Object.keys(sources).find(
    (path) => path.startsWith('contracts/src/') && path.endsWith(`/${name}.sol`),
  )
  if (unit === undefined) throw new DeploymentError(`the source of ${name} is missing in contracts/src`)
  return unit
}
