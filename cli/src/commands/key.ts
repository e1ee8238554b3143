/** The account from which a command sends: its key comes only from the environment, and no message quotes it. */
import { privateKeyToAddress } from 'viem/accounts'
import type { Address, Hex } from 'viem'
import { DeploymentError, EnvironmentError } from '@galx/operator/deploy/deploymentError'
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
  privateKey: Hex,
  log: (line: string) => void,
): Promise<Session> {
  const { rpcUrl, reader, deployment } = connection
  const address: Address = privateKeyToAddress(privateKey)
  if ((await reader.getBalance({ address })) === 0n)
    throw new DeploymentError(`${address} has no native coin to pay gas with`)
  return openSession({
    rpcUrl,
    privateKey,
    chainId: deployment.chainId,
    development: await isDevelopmentChain(connection),
    log,
  })
}
