/** Multicall3's function that executes several calls as one. The app reads with it, and users sign it. */
export const aggregate3Abi = [
  {
    type: 'function',
    name: 'aggregate3',
    stateMutability: 'payable',
    inputs: [
      {
        type: 'tuple[]',
        name: 'calls',
        components: [
          { type: 'address', name: 'target' },
          { type: 'bool', name: 'allowFailure' },
          { type: 'bytes', name: 'callData' },
        ],
      },
    ],
    outputs: [
      {
        type: 'tuple[]',
        name: 'returnData',
        components: [
          { type: 'bool', name: 'success' },
          { type: 'bytes', name: 'returnData' },
        ],
      },
    ],
  },
] as const

/** Multicall3's view of the block at which the other calls are executed. */
export const getBlockNumberAbi = [
  {
    type: 'function',
    name: 'getBlockNumber',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'uint256', name: 'blockNumber' }],
  },
] as const
