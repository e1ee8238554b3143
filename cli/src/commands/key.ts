/** The account from which a command sends: its key comes only from the environment, and no message quotes it. */
import { privateKeyToAddress } from 'viem/accounts'
import type { Address, Hex } from 'viem'
import { DeploymentError, EnvironmentError } from '@galx/operator/deploy/deploymentError'
import { localKey, remoteKey, type TransactionKey } from '@galx/operator/chain/transactionKey'
import { openSession, type Session } from '@galx/operator/deploy/session'
import { isPublishedTestKey } from '@galx/operator/networks/embedded'
import { publicNetworkOf } from '@galx/operator/networks/knownChains'
import type { Connection } from './connection.ts'

/** @returns undefined if the variable is not set @throws EnvironmentError naming the variable */
export async function readPrivateKey(
  name: string,
  environment: NodeJS.ProcessEnv,
  connection: Connection,
): Promise<Hex | undefined> {
  const key = environment[name]?.trim()
  if (!key) return undefined
  if (!/^0x[0-9a-fA-F]{64}$/.test(key) || !isKey(key as Hex))
    throw new EnvironmentError(`${name} must be a private key: 0x and 64 hex digits`)
  if (isPublishedTestKey(key as Hex) && !(await isDevelopmentChain(connection)))
    throw new EnvironmentError(`${name} is a published test key: anybody can use it`)
  return key as Hex
}

/**
 * @param name such as FUNDER: its key is in NAME_PRIVATE_KEY, or with the remote signer at NAME_URL
 * @param address the account of the remote signer; without it the signer must have exactly one
 * @returns undefined if neither variable is set
 * @throws EnvironmentError naming the variable @throws DeploymentError if the remote signer does not answer
 */
export async function readTransactionKey(
  name: 'FUNDER' | 'DEPLOYER',
  environment: NodeJS.ProcessEnv,
  readKey: () => Hex | undefined | Promise<Hex | undefined>,
  address?: Address,
): Promise<TransactionKey | undefined> {
  const url = environment[`${name}_URL`]?.trim()
  if (!url) {
    const key = await readKey()
    return key === undefined ? undefined : localKey(key)
  }
  if (environment[`${name}_PRIVATE_KEY`]?.trim())
    throw new EnvironmentError(`${name}_PRIVATE_KEY and ${name}_URL are both set: set only one of them`)
  // The text may hold a password, so the message does not repeat it.
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new EnvironmentError(`${name}_URL must be an http or https URL`)
  return remoteKey(url, address)
}

function isKey(key: Hex): boolean {
  try {
    return privateKeyToAddress(key) !== undefined
  } catch {
    return false
  }
}

/** A local node that mines on demand and is not a fork: the embedded chain. */
export async function isDevelopmentChain({ reader, deployment }: Connection): Promise<boolean> {
  if (publicNetworkOf(deployment) !== undefined) return false
  const info = (await reader.request({ method: 'anvil_nodeInfo' } as never).catch(() => undefined)) as
    { forkConfig?: { forkUrl?: string | null } } | undefined
  return info !== undefined && !info.forkConfig?.forkUrl
}

/** A session that sends one transaction after another. @throws DeploymentError if the account has no coin for gas */
export async function openSender(
  connection: Connection,
  key: TransactionKey,
  log: (line: string) => void,
): Promise<Session> {
  const { rpcUrl, reader, deployment } = connection
  const { address } = key
  if ((await reader.getBalance({ address })) === 0n)
    throw new DeploymentError(`${address} has no native coin to pay gas with`)
  return openSession({
    rpcUrl,
    key,
    chainId: deployment.chainId,
    development: await isDevelopmentChain(connection),
    log,
  })
}
