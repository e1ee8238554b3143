/** Steps for local chains: the check that the chain is an embedded chain, and Multicall3 at its usual address. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Hex } from 'viem'
import { publicNetworkOf } from '../networks/knownChains.ts'
import { DeploymentError } from './deploymentError.ts'
import { MULTICALL3 } from './multicall3.ts'
import type { Session } from './session.ts'

/**
 * The embedded chain has the chain id 56, like BSC, so the id proves nothing. The node must be an anvil without a fork, and its first block must not
 * be the first block of a public chain. Well-known keys are used on no other chain.
 * @throws DeploymentError otherwise
 */
export async function assertEmbedded(session: Session): Promise<void> {
  const info = await anvilInfo(session)
  const genesis = await session.reader.getBlock({ blockNumber: 0n })
  if (!info || info.forkConfig?.forkUrl || publicNetworkOf({ chainId: 56, genesisHash: genesis.hash! }))
    throw new DeploymentError(
      'the plan is for the embedded chain, but this node is not an embedded chain: nothing was sent',
    )
}

async function anvilInfo(
  session: Session,
): Promise<{ forkConfig?: { forkUrl?: string | null } } | undefined> {
  return (await session.node('anvil_nodeInfo', []).catch(() => undefined)) as
    { forkConfig?: { forkUrl?: string | null } } | undefined
}

/** For a rehearsal. On a node other than anvil, Multicall3 must already exist. */
export async function ensureMulticall3OnAnvil(session: Session): Promise<void> {
  if (await anvilInfo(session)) await ensureMulticall3(session)
}

export async function ensureMulticall3(session: Session): Promise<void> {
  if (await session.reader.getCode({ address: MULTICALL3 })) return
  await session.node('anvil_setCode', [MULTICALL3, await multicall3RuntimeCode()])
  session.log('Multicall3')
}

/**
 * viem's package does not export the file with the creation code. The constructor only returns the rest of the code, which begins at the second
 * contract prologue.
 */
export async function multicall3RuntimeCode(): Promise<Hex> {
  const viem = dirname(createRequire(import.meta.url).resolve('viem/package.json'))
  const constants = pathToFileURL(join(viem, '_esm/constants/contracts.js')).href
  const { multicall3Bytecode } = (await import(constants)) as { multicall3Bytecode: Hex }
  return `0x${multicall3Bytecode.slice(multicall3Bytecode.indexOf('6080604052', 4))}`
}
