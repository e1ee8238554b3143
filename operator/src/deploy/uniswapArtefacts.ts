/** The published Uniswap V2 artefacts: pairs' creation code must stay as published, so nothing is compiled here. */
import { createRequire } from 'node:module'
import { keccak256, type Abi, type Hex } from 'viem'

export type Artefact = { abi: Abi; bytecode: Hex }

const require = createRequire(import.meta.url)

function artefact(path: string): Artefact {
  const { abi, bytecode } = require(path) as { abi: Abi; bytecode: string }
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

/** The hash with which the published router computes pairs' addresses. */
export function uniswapPairCodeHash(): Hex {
  return keccak256(artefact('@uniswap/v2-core/build/UniswapV2Pair.json').bytecode)
}
