/** The few standard functions that the app calls. The ABIs of the product's own contracts are generated (@galx/protocol/abi). */
import { aggregate3Abi } from '@galx/protocol/multicall3'

const uint256 = { type: 'uint256', name: '' } as const
const account = { type: 'address', name: 'account' } as const

export const multicall3Abi = [
  ...aggregate3Abi,
  { type: 'function', name: 'getBlockNumber', stateMutability: 'view', inputs: [], outputs: [uint256] },
  {
    type: 'function',
    name: 'getCurrentBlockTimestamp',
    stateMutability: 'view',
    inputs: [],
    outputs: [uint256],
  },
  {
    type: 'function',
    name: 'getLastBlockHash',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'bytes32', name: '' }],
  },
  {
    type: 'function',
    name: 'getCurrentBlockCoinbase',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'address', name: '' }],
  },
  { type: 'function', name: 'getEthBalance', stateMutability: 'view', inputs: [account], outputs: [uint256] },
] as const

export const erc20Abi = [
  { type: 'function', name: 'balanceOf', stateMutability: 'view', inputs: [account], outputs: [uint256] },
  {
    type: 'function',
    name: 'allowance',
    stateMutability: 'view',
    inputs: [account, { type: 'address', name: 'spender' }],
    outputs: [uint256],
  },
  {
    type: 'function',
    name: 'approve',
    stateMutability: 'nonpayable',
    inputs: [
      { type: 'address', name: 'spender' },
      { type: 'uint256', name: 'amount' },
    ],
    outputs: [{ type: 'bool', name: '' }],
  },
  { type: 'function', name: 'nonces', stateMutability: 'view', inputs: [account], outputs: [uint256] },
  {
    type: 'function',
    name: 'name',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'string', name: '' }],
  },
] as const
