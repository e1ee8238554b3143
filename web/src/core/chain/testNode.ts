/** Tests a node whose address the holder typed in, before the app reads from it. */
import { CODE_HASHES } from '@galx/protocol/bytecode/codeHashes'
import { parseUrl } from '@galx/protocol/parseUrl'
import { isPublishedCode } from '@galx/protocol/publishedCode'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { multicall3Abi } from './abis.ts'
import { useChainStore } from './chainStore.ts'
import { httpRpc, RpcError } from './rpc.ts'

/**
 * `address`: not an address that the app may call; `site`: the site's own node; `noAnswer`; `otherChain`: another chain, or a chain without
 * our contracts; `noCalls`: the node does not answer calls of contracts; `late`: its newest block is old.
 */
export type NodeFault = 'address' | 'site' | 'noAnswer' | 'otherChain' | 'noCalls' | 'late'

/** The addresses that the page's content security policy allows. */
const ALLOWED = /^(https:\/\/[^/\s]|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$))/
/** The greatest number of seconds that the node's newest block may be behind the app's newest block. */
const LATE = 60

/** @returns the fault, with the node's message if there is one; null if the app can use the node */
export async function testNode(
  address: string,
  config: WebConfig,
): Promise<{ fault: NodeFault; words: string } | null> {
  const fails = (fault: NodeFault, words = '') => ({ fault, words })
  const url = ALLOWED.test(address) ? parseUrl(address) : null
  if (url === null) return fails('address')
  if (url.href === new URL(config.rpcUrl).href) return fails('site')
  const ask = (method: string, params: readonly unknown[]) => httpRpc(address, method, params)
  try {
    if (Number(await ask('eth_chainId', [])) !== config.chainId) return fails('otherChain')
    if (!(await isSameChain(ask, config))) return fails('otherChain')
  } catch (error) {
    return fails('noAnswer', error instanceof RpcError ? error.message : '')
  }
  try {
    const call = { abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' } as const
    const inner = {
      target: config.contracts.Multicall3,
      allowFailure: false,
      callData: encodeFunctionData(call),
    }
    const outer = { abi: multicall3Abi, functionName: 'aggregate3' } as const
    const data = encodeFunctionData({ ...outer, args: [[inner]] })
    const answer = await ask('eth_call', [{ to: config.contracts.Multicall3, data }, 'latest'])
    const [returned] = decodeFunctionResult({ ...outer, data: answer as HexString })
    const time = decodeFunctionResult({ ...call, data: returned?.returnData ?? '0x' })
    const { head } = useChainStore.getState()
    return head !== null && Number(time) < head.timestamp - LATE ? fails('late') : null
  } catch (error) {
    return fails('noCalls', error instanceof RpcError ? error.message : '')
  }
}

/** Compares the first block. If the node does not have the first block, compares the code of the contract that holds the stakes. */
async function isSameChain(
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
  { genesisHash, contracts }: WebConfig,
): Promise<boolean> {
  const block = (await ask('eth_getBlockByNumber', ['0x0', false]).catch(() => null)) as {
    hash?: string
  } | null
  if (typeof block?.hash === 'string') return block.hash.toLowerCase() === genesisHash.toLowerCase()
  const code = await ask('eth_getCode', [contracts.StakingPools, 'latest'])
  return typeof code === 'string' && isPublishedCode(code as HexString, CODE_HASHES.StakingPools)
}
