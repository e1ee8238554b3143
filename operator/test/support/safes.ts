/** Safes as their owners make them, with Safe's published contracts, on a node that lets everybody send. */
import { encodeAbiParameters, encodeFunctionData, parseAbi, zeroAddress, type Address, type Hex } from 'viem'
import { rpc } from '@galx/stack/chain/rpc'
import newer from './safe-1.5.0.json' with { type: 'json' }
import older from './safe-1.4.1.json' with { type: 'json' }

/** Safe's own creation codes, by version. */
const PUBLISHED = {
  '1.4.1': { ...older, multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2' },
  '1.5.0': { ...newer, multiSendCallOnly: '0xA83c336B20401Af773B6219BA5027174338D1836' },
} as const
export type SafeVersion = keyof typeof PUBLISHED

export const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModule(address module)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) returns (bool)',
])

/** anvil's unlocked account number 9. */
const SENDER: Address = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'

/** Sends a transaction and mines it. @returns the address of the created contract, if any. @throws if the transaction fails */
export async function send(
  rpcUrl: string,
  transaction: { from?: Address; to?: Address; data: Hex; value?: Hex },
): Promise<Address> {
  const call = { from: SENDER, gas: '0x989680', ...transaction }
  const hash = await rpc<Hex>(rpcUrl, 'eth_sendTransaction', call)
  await rpc(rpcUrl, 'evm_mine')
  const receipt = await rpc<{ status: Hex; contractAddress: Address }>(
    rpcUrl,
    'eth_getTransactionReceipt',
    hash,
  )
  if (receipt.status !== '0x1') throw new Error(`refused: ${transaction.data.slice(0, 10)}`)
  return receipt.contractAddress
}

/** Deploys Safe's singleton, whose code every Safe of the chain runs. */
export function makeSingleton(rpcUrl: string, version: SafeVersion = '1.4.1'): Promise<Address> {
  return send(rpcUrl, { data: PUBLISHED[version].SafeL2 as Hex })
}

/** Deploys Safe's MultiSendCallOnly at the address that it has on every chain. */
export async function makeMultiSend(rpcUrl: string, version: SafeVersion): Promise<void> {
  const { MultiSendCallOnly, multiSendCallOnly } = PUBLISHED[version]
  const made = await send(rpcUrl, { data: MultiSendCallOnly as Hex })
  await rpc(rpcUrl, 'anvil_setCode', multiSendCallOnly, await rpc(rpcUrl, 'eth_getCode', made, 'latest'))
}

export function makeProxy(rpcUrl: string, logic: Address, version: SafeVersion = '1.4.1'): Promise<Address> {
  const argument = encodeAbiParameters([{ type: 'address' }], [logic])
  return send(rpcUrl, { data: `${PUBLISHED[version].SafeProxy as Hex}${argument.slice(2)}` })
}

/** Deploys the contract that lets a Safe accept signatures of texts (ERC-1271). */
export function makeFallbackHandler(rpcUrl: string): Promise<Address> {
  return send(rpcUrl, { data: PUBLISHED['1.4.1'].CompatibilityFallbackHandler as Hex })
}

export async function makeSafe(
  rpcUrl: string,
  singleton: Address,
  owners: readonly Address[],
  threshold: bigint,
  {
    version = '1.4.1',
    fallbackHandler = zeroAddress,
  }: { version?: SafeVersion; fallbackHandler?: Address } = {},
): Promise<Address> {
  const safe = await makeProxy(rpcUrl, singleton, version)
  const args = [owners, threshold, zeroAddress, '0x', fallbackHandler, zeroAddress, 0n, zeroAddress] as const
  await send(rpcUrl, { to: safe, data: encodeFunctionData({ abi: safeAbi, functionName: 'setup', args }) })
  return safe
}
