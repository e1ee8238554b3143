/**
 * Several calls of a Safe in one transaction: the Safe runs the code of MultiSendCallOnly, which makes the calls in order. If one call
 * fails, all are reverted.
 */
import {
  concatHex,
  encodeFunctionData,
  encodePacked,
  keccak256,
  parseAbi,
  size,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem'
import { DeploymentError } from '../deploy/deploymentError.ts'

type MultiSend = { address: Address; codeHash: Hex }

/** MultiSendCallOnly by Safe version, from the package @safe-global/safe-deployments: the contract of Safe's own apps on BNB Smart Chain. */
const MULTI_SENDS: Readonly<Record<string, MultiSend>> = {
  '1.3.0': {
    address: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
    codeHash: '0xa9865ac2d9c7a1591619b188c4d88167b50df6cc0c5327fcbd1c8c75f7c066ad',
  },
  '1.4.1': {
    address: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    codeHash: '0xecd5bd14a08c5d2122379900b2f272bdf107a7e92423c10dd5fe3254386c9939',
  },
  '1.5.0': {
    address: '0xA83c336B20401Af773B6219BA5027174338D1836',
    codeHash: '0xcdbdcec38d2f1c7d961b0029ff8416b7e86e9974d6f0e9c9580c7d17fcfb6663',
  },
}

const safeAbi = parseAbi(['function VERSION() view returns (string)'])
const multiSendAbi = parseAbi(['function multiSend(bytes transactions) payable'])

/** @throws DeploymentError if no MultiSendCallOnly is known for the Safe's version, or the chain has other code at its address */
export async function readMultiSend(reader: PublicClient, safe: Address): Promise<Address> {
  const version = await reader.readContract({ address: safe, abi: safeAbi, functionName: 'VERSION' })
  const known = Object.hasOwn(MULTI_SENDS, version) ? MULTI_SENDS[version] : undefined
  if (known === undefined)
    throw new DeploymentError(
      `${safe} is a Safe of version ${version}, and this program cannot make batches for that version: prepare one call at a time`,
    )
  const code = await reader.getCode({ address: known.address })
  if (code === undefined || keccak256(code) !== known.codeHash)
    throw new DeploymentError(
      `${known.address} is not Safe's MultiSendCallOnly ${version} on this chain: prepare one call at a time`,
    )
  return known.address
}

/** @returns the calldata of MultiSendCallOnly */
export function multiSendData(calls: readonly { to: Address; data: Hex }[]): Hex {
  const packed = calls.map(({ to, data }) =>
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, 0n, BigInt(size(data)), data]),
  )
  return encodeFunctionData({ abi: multiSendAbi, functionName: 'multiSend', args: [concatHex(packed)] })
}
