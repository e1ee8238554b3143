/**
 * The `.bnb` name of an address: SPACE ID's registry on BNB Smart Chain, read as ERC-181 says. Anybody may claim any name for their own address, so
 * the name counts only if it leads back to the address.
 */
import type { HexString } from '@galx/protocol/webConfig'
import { namehash } from 'viem/ens'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { isReverted, readRpc } from './rpc.ts'

/** SPACE ID's registry on BNB Smart Chain. */
export const REGISTRY = '0x08ced32a7f3eec915ba84415e9c07a7286977956'

export const nameServiceAbi = [
  {
    type: 'function',
    name: 'resolver',
    stateMutability: 'view',
    inputs: [{ type: 'bytes32' }],
    outputs: [{ type: 'address' }],
  },
  {
    type: 'function',
    name: 'name',
    stateMutability: 'view',
    inputs: [{ type: 'bytes32' }],
    outputs: [{ type: 'string' }],
  },
  {
    type: 'function',
    name: 'addr',
    stateMutability: 'view',
    inputs: [{ type: 'bytes32' }],
    outputs: [{ type: 'address' }],
  },
] as const

/** Only small letters, digits and hyphens: other characters may look like these. */
const PLAIN = /^[a-z0-9-]{1,63}\.bnb$/

/** @param address in small letters @returns null if the chain has no plain name for the address. @throws ChainUnreachableError */
export async function readBnbName(address: HexString): Promise<string | null> {
  const own = namehash(`${address.slice(2)}.addr.reverse`)
  const name = await ask(await resolverOf(own), 'name', own)
  if (name === null || !PLAIN.test(name)) return null
  const node = namehash(name)
  const owner = await ask(await resolverOf(node), 'addr', node)
  return owner?.toLowerCase() === address ? name : null
}

async function resolverOf(node: HexString): Promise<string | null> {
  const resolver = await ask(REGISTRY, 'resolver', node)
  return resolver === null || BigInt(resolver) === 0n ? null : resolver
}

/** Null if `to` is missing, or if there is no such contract or function at `to`. */
async function ask(
  to: string | null,
  functionName: 'resolver' | 'name' | 'addr',
  node: HexString,
): Promise<string | null> {
  if (to === null) return null
  const data = encodeFunctionData({ abi: nameServiceAbi, functionName, args: [node] })
  const answer = await readRpc('eth_call', [{ to, data }, 'latest']).catch((error: unknown) => {
    if (isReverted(error)) return null
    throw error
  })
  try {
    return decodeFunctionResult({ abi: nameServiceAbi, functionName, data: answer as HexString })
  } catch {
    return null
  }
}
