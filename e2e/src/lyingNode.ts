/** A proxy between the page and an honest node. The proxy falsifies Multicall3's answers. */
import type { Page } from '@playwright/test'
import { aggregate3Abi } from '@galx/protocol/multicall3'
import { decodeFunctionData, decodeFunctionResult, encodeFunctionResult, type Hex } from 'viem'

/** Gives the false answer to a contract call; undefined keeps the true answer. */
export type Lie = (call: { target: string; callData: Hex }, returnData: Hex) => Hex | undefined

const CALL = { abi: aggregate3Abi, functionName: 'aggregate3' } as const
const SELECTOR = '0x82ad56cb'

/** The false result of an `eth_call`. */
export function lied(params: readonly unknown[], result: unknown, lie: Lie): unknown {
  const { data } = Object(params[0]) as { data?: Hex }
  if (data?.startsWith(SELECTOR) !== true || typeof result !== 'string') return result
  const calls = decodeFunctionData({ abi: aggregate3Abi, data }).args[0]
  const answers = decodeFunctionResult({ ...CALL, data: result as Hex })
  return encodeFunctionResult({
    ...CALL,
    result: answers.map(({ success, returnData }, index) => {
      const { target, callData } = calls[index]!
      return {
        success,
        returnData: lie({ target: target.toLowerCase(), callData }, returnData) ?? returnData,
      }
    }),
  })
}

/** From now on this node gives the page the false answer. */
export async function lieOfNode(page: Page, rpcUrl: string, lie: Lie): Promise<void> {
  await page.route(
    (url) => url.port === new URL(rpcUrl).port,
    async (route) => {
      const request = route.request()
      if (request.method() !== 'POST') return route.continue()
      const { method, params } = request.postDataJSON() as { method: string; params: readonly unknown[] }
      const response = await route.fetch()
      const json = (await response.json()) as { result?: unknown }
      if (method === 'eth_call') json.result = lied(params, json.result, lie)
      return route.fulfill({ response, json })
    },
  )
}
