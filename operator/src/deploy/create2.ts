/** Addresses that follow from the code alone, through the deterministic deployment proxy that every EVM chain has. */
import {
  concatHex,
  encodeDeployData,
  getCreate2Address,
  keccak256,
  toHex,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { DeploymentError } from './deploymentError.ts'
import type { Session } from './session.ts'

/** Nick Johnson's and Arachnid's proxy: calldata is salt ++ creation code. */
export const DEPLOYMENT_PROXY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export type Creation = { name: string; abi: Abi; bytecode: Hex; args: readonly unknown[]; salt: string }

/** Where `creation` is or will be, in lower case. */
export function addressOf(creation: Creation): Address {
  return getCreate2Address({
    from: DEPLOYMENT_PROXY,
    salt: saltOf(creation),
    bytecode: creationCode(creation),
  }).toLowerCase() as Address
}

/** Deploys it unless its code is there already. */
export async function ensureDeployed(
  session: Session,
  creation: Creation,
): Promise<{ address: Address; made: boolean }> {
  const address = addressOf(creation)
  if (await session.reader.getCode({ address })) return { address, made: false }
  if (!(await session.reader.getCode({ address: DEPLOYMENT_PROXY })))
    throw new DeploymentError(`this chain lacks the deployment proxy at ${DEPLOYMENT_PROXY}`)
  const data = concatHex([saltOf(creation), creationCode(creation)])
  await session.send(`${creation.name} at ${address}`, { to: DEPLOYMENT_PROXY, data })
  if (!(await session.reader.getCode({ address })))
    throw new DeploymentError(`${creation.name} left no code at ${address}: its constructor refused`)
  return { address, made: true }
}

function saltOf(creation: Creation): Hex {
  return keccak256(toHex(creation.salt))
}

function creationCode({ abi, bytecode, args }: Creation): Hex {
  return encodeDeployData({ abi, bytecode, args } as Parameters<typeof encodeDeployData>[0])
}
