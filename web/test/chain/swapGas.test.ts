// The gas of a swap that cannot be simulated yet, held against real swaps on the deployed exchange.
import { encodeFunctionData, erc20Abi, maxUint256, numberToHex, parseEther } from 'viem'
import type { TokenSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeCall } from '../../src/core/transactions/calldata.ts'
import { MEASURED_GAS, typicalGasOf } from '../../src/core/transactions/networkFee.ts'
import type { SwapCall } from '../../src/swap/simulateSwap.ts'
import { startDeployed, type Deployed } from './startDeployed.ts'

const ACCOUNT: HexString = `0x${'b7'.repeat(20)}`
const TOKENS = ['GALX', 'MCM', 'USDT', 'AAA'] as const satisfies readonly TokenSymbol[]
let product: Deployed

beforeAll(async () => {
  product = await startDeployed()
  const { contracts, tokens } = product.config
  for (const symbol of TOKENS) {
    const { address } = tokens[symbol]
    const give = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [ACCOUNT, parseEther('100')],
    })
    await product.send(contracts.DemoFaucet!, address, give)
    const approve = {
      abi: erc20Abi,
      functionName: 'approve',
      args: [contracts.SwapRouter, maxUint256],
    } as const
    await product.send(ACCOUNT, address, encodeFunctionData(approve))
  }
  await product.rpc('anvil_setBalance', ACCOUNT, numberToHex(parseEther('10')))
}, 300_000)
afterAll(() => product.stop())

function swap(path: SwapCall['path'], change: Partial<SwapCall> = {}): SwapCall {
  return {
    name: 'swap',
    path,
    amountIn: parseEther('1'),
    amountOutMin: 0n,
    to: ACCOUNT,
    deadline: 2n ** 40n,
    native: null,
    feeOnTransfer: path.includes('AAA'),
    ...change,
  }
}

it.each([
  swap(['GALX', 'USDT']),
  swap(['USDT', 'MCM']),
  swap(['GALX', 'USDT', 'MCM']),
  swap(['WBNB', 'USDT'], { native: 'in' }),
  swap(['USDT', 'WBNB'], { native: 'out' }),
  swap(['GALX', 'USDT', 'WBNB'], { native: 'out' }),
  swap(['AAA', 'USDT']),
  swap(['USDT', 'AAA']),
])('$path, coin $native: the stated gas is within a fiftieth of the real gas', async (call) => {
  const { to, data, value = 0n } = encodeCall(call, product.config)
  const request = { from: ACCOUNT, to, data, value: numberToHex(value) }
  const real = BigInt(await product.rpc<string>('eth_estimateGas', request))
  const approval = call.native === 'in' ? 0n : MEASURED_GAS['AAA/approve']
  const stated = typicalGasOf(call, product.config)! - approval
  const difference = stated > real ? stated - real : real - stated
  expect(difference * 50n, `${stated} stated, ${real} real`).toBeLessThan(real)
})
