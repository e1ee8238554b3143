/**
 * The submission for an explorer that shows a contract's source: the compiler's input of the release build, the contract's name, and its
 * arguments.
 */
import type { Address, Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { OWN_CONTRACT_NAMES } from '@galx/protocol/products'
import { compilerInput, compilerVersion, type CompilerInput } from '../deploy/compilerInput.ts'
import { DeploymentError } from '../deploy/deploymentError.ts'

export type OwnContract = {
  name: string
  address: Address
  /** encoded; empty if the constructor takes no arguments */
  constructorArguments: Hex
}

export type ContractSource = OwnContract & {
  /** such as `contracts/src/ZnVault.sol:ZnVault` */
  identifier: string
}

export type Sources = {
  chainId: number
  input: CompilerInput
  /** such as `v0.8.37+commit.f401782d` */
  compiler: string
  contracts: readonly ContractSource[]
}

/** Our own contracts and tokens. The explorers already have the sources of third-party tokens and of the exchange. */
export function ownContracts({ contracts, tokens }: Deployment): OwnContract[] {
  const own = [
    ...OWN_CONTRACT_NAMES.map((name) => [name, contracts[name]] as const),
    ...(['AAA', 'GALX', 'MCM'] as const).map((name) => [name, tokens[name]] as const),
  ]
  return own.map(([name, { address, constructorArguments }]) => ({
    name,
    address: address as Address,
    constructorArguments: (constructorArguments ?? '0x') as Hex,
  }))
}

/** The sources of our own contracts and tokens. Reads the contracts' libraries, which are development dependencies. */
export function sourcesOf(deployment: Deployment): Sources {
  const input = compilerInput()
  return {
    chainId: deployment.chainId,
    input,
    compiler: compilerVersion(),
    contracts: ownContracts(deployment).map((contract) => ({
      ...contract,
      identifier: `${unitOf(input, contract.name)}:${contract.name}`,
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
