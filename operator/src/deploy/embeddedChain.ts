/** What only the embedded chain gets: proof that it is one, Multicall3 at its usual address, the faucet. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { erc20Abi, type Address, type Hex } from 'viem'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { demoFaucetBytecode } from '@galx/protocol/bytecode/DemoFaucet'
import { TOKEN_SYMBOLS } from '@galx/protocol/deployment'
import { ensureDeployed } from './create2.ts'
import { DeploymentError } from './deploymentError.ts'
import type { NetworkConfiguration } from './networkConfiguration.ts'
import type { Session } from './session.ts'
import type { TokenAddresses } from './tokens.ts'

export const MULTICALL3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
const BSC_GENESIS = '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b'

/**
 * The embedded chain calls itself 56 like BSC, so the id proves nothing: it has to be an anvil of its own, forked from
 * nothing, whose first block is not BSC's. Well-known keys are used on no other chain.
 * @throws DeploymentError otherwise
 */
export async function assertEmbedded(session: Session): Promise<void> {
  const info = (await session.node('anvil_nodeInfo', []).catch(() => undefined)) as
    { forkConfig?: { forkUrl?: string | null } } | undefined
  const genesis = await session.reader.getBlock({ blockNumber: 0n })
  if (!info || info.forkConfig?.forkUrl || genesis.hash === BSC_GENESIS)
    throw new DeploymentError(
      'the plan is for the embedded chain, and this node is not one: nothing was sent',
    )
}

export async function ensureMulticall3(session: Session): Promise<void> {
  if (await session.reader.getCode({ address: MULTICALL3 })) return
  await session.node('anvil_setCode', [MULTICALL3, await multicall3RuntimeCode()])
  session.log('Multicall3')
}

/**
 * viem carries the creation code in a file that its package does not export; its constructor does nothing but return the
 * rest, which starts where the second contract prologue does.
 */
async function multicall3RuntimeCode(): Promise<Hex> {
  const viem = dirname(createRequire(import.meta.url).resolve('viem/package.json'))
  const constants = pathToFileURL(join(viem, '_esm/constants/contracts.js')).href
  const { multicall3Bytecode } = (await import(constants)) as { multicall3Bytecode: Hex }
  return `0x${multicall3Bytecode.slice(multicall3Bytecode.indexOf('6080604052', 4))}`
}

export async function deployFaucet(
  session: Session,
  configuration: NetworkConfiguration,
  tokens: TokenAddresses,
): Promise<Address> {
  const { parcel, parcels } = configuration.faucet!
  const { address } = await ensureDeployed(session, {
    name: 'DemoFaucet',
    abi: demoFaucetAbi,
    bytecode: demoFaucetBytecode,
    args: [TOKEN_SYMBOLS.map((symbol) => tokens[symbol]), TOKEN_SYMBOLS.map((symbol) => parcel[symbol])],
    salt: configuration.salt,
  })
  for (const symbol of TOKEN_SYMBOLS) {
    const contract = { address: tokens[symbol], abi: erc20Abi } as const
    const held = await session.reader.readContract({
      ...contract,
      functionName: 'balanceOf',
      args: [address],
    })
    if (held > 0n) continue
    await session.call(`DemoFaucet filled with ${symbol}`, {
      ...contract,
      functionName: 'transfer',
      args: [address, parcel[symbol] * parcels],
    })
  }
  return address
}
