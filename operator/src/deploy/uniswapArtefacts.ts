/**
 * The published Uniswap V2 artefacts: pairs' creation code must stay as published, so nothing is compiled here. Only a chain without an exchange
 * needs them: the embedded chain and a rehearsal. Their licence is GPL-3, so their packages are development dependencies, loaded when they are
 * needed, and in no release.
 */
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'
import { DeploymentError } from './deploymentError.ts'

export type Artefact = { abi: Abi; bytecode: Hex }

const require = createRequire(import.meta.url)

/** @throws DeploymentError in a release, which does not have the packages */
function artefact(path: string): Artefact {
  let read: { abi: Abi; bytecode: string }
  try {
    read = require(path) as typeof read
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    throw new DeploymentError(
      `${path} is missing: it is a development dependency. Run npm ci --include=dev --ignore-scripts in the repository`,
    )
  }
  const { abi, bytecode } = read
  return { abi, bytecode: bytecode.startsWith('0x') ? (bytecode as Hex) : `0x${bytecode}` }
}

export function uniswapFactory(): Artefact {
  return artefact('@uniswap/v2-core/build/UniswapV2Factory.json')
}
export function uniswapRouter(): Artefact {
  return artefact('@uniswap/v2-periphery/build/UniswapV2Router02.json')
}
export function wrappedNative(): Artefact {
  return artefact('@uniswap/v2-periphery/build/WETH9.json')
}

/** The hash with which the published router computes pairs' addresses: keccak256 of the pair's creation code. */
export const UNISWAP_PAIR_CODE_HASH: Hex =
  '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
