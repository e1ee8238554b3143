/** The functions that the app calls on a Uniswap-V2-compatible exchange and on the wrapped native coin (WETH9, WBNB). */
const address = { type: 'address' } as const
const uint256 = { type: 'uint256' } as const
const amounts = [{ type: 'uint256[]', name: 'amounts' }] as const

const amountIn = { ...uint256, name: 'amountIn' } as const
const amountOutMin = { ...uint256, name: 'amountOutMin' } as const
const tail = [
  { type: 'address[]', name: 'path' },
  { ...address, name: 'to' },
  { ...uint256, name: 'deadline' },
] as const
const fromTokens = [amountIn, amountOutMin, ...tail] as const
const fromNative = [amountOutMin, ...tail] as const

export const swapRouterAbi = [
  {
    type: 'function',
    name: 'getAmountOut',
    stateMutability: 'pure',
    inputs: [amountIn, { ...uint256, name: 'reserveIn' }, { ...uint256, name: 'reserveOut' }],
    outputs: [{ ...uint256, name: 'amountOut' }],
  },
  {
    type: 'function',
    name: 'swapExactTokensForTokens',
    stateMutability: 'nonpayable',
    inputs: fromTokens,
    outputs: amounts,
  },
  {
    type: 'function',
    name: 'swapExactTokensForETH',
    stateMutability: 'nonpayable',
    inputs: fromTokens,
    outputs: amounts,
  },
  {
    type: 'function',
    name: 'swapExactETHForTokens',
    stateMutability: 'payable',
    inputs: fromNative,
    outputs: amounts,
  },
  {
    type: 'function',
    name: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    stateMutability: 'nonpayable',
    inputs: fromTokens,
    outputs: [],
  },
  {
    type: 'function',
    name: 'swapExactTokensForETHSupportingFeeOnTransferTokens',
    stateMutability: 'nonpayable',
    inputs: fromTokens,
    outputs: [],
  },
  {
    type: 'function',
    name: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
    stateMutability: 'payable',
    inputs: fromNative,
    outputs: [],
  },
] as const

export const swapPairAbi = [
  {
    type: 'function',
    name: 'getReserves',
    stateMutability: 'view',
    inputs: [],
    outputs: [
      { type: 'uint112', name: 'reserve0' },
      { type: 'uint112', name: 'reserve1' },
      { type: 'uint32', name: 'blockTimestampLast' },
    ],
  },
] as const

export const wrappedNativeAbi = [
  { type: 'function', name: 'deposit', stateMutability: 'payable', inputs: [], outputs: [] },
  {
    type: 'function',
    name: 'withdraw',
    stateMutability: 'nonpayable',
    inputs: [{ ...uint256, name: 'amount' }],
    outputs: [],
  },
] as const
