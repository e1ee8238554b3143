/** A command's deployment, with a node of its chain. Every command uses the same checks and the same error texts. */
import { keccak256, type Address, type PublicClient } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { TOKEN_SYMBOLS } from '@galx/protocol/products'
import { DeploymentError } from '@galx/operator/deploy/deploymentError'
import { readDeployment } from '@galx/operator/deploy/deploymentFile'
import { nodeName, openReader } from '@galx/operator/deploy/session'
import { Findings } from '@galx/operator/verify/findings'
import { openPlace, type Place } from '@galx/operator/verify/place'
import {
  deploymentPathMissing,
  readDeploymentPath,
  readRpcUrls,
  rpcUrlMissing,
  UsageError,
} from './command.ts'

export type Connection = {
  rpcUrl: string
  reader: PublicClient
  deployment: Deployment
  /** the newest block, with the functions that read at it */
  place: Place
}

type PlaceOptions = { readonly rpc?: string | undefined; readonly deployment?: string | undefined }

/** Uses the first of several nodes that answers. @throws UsageError, DeploymentError: one line for each problem */
export async function openDeployment(
  options: PlaceOptions,
  environment: NodeJS.ProcessEnv,
): Promise<Connection> {
  const urls = readRpcUrls(options, environment)
  const path = readDeploymentPath(options, environment)
  const missing = [
    ...(urls.length === 0 ? [rpcUrlMissing()] : []),
    ...(path === undefined ? [deploymentPathMissing()] : []),
  ]
  if (missing.length > 0) throw new UsageError(missing.map(({ message }) => message).join('\n'))
  const deployment = requireDeployment(path!)
  const { rpcUrl, reader } = await firstThatAnswers(urls)
  await assertDeployed(reader, rpcUrl, path!, deployment)
  return { rpcUrl, reader, deployment, place: await openPlace(reader, deployment, new Findings()) }
}

/** @throws DeploymentError if the file is missing, or is not a deployment file */
export function requireDeployment(path: string): Deployment {
  const deployment = readDeployment(path)
  if (!deployment) throw new DeploymentError(`${path} does not exist`)
  return deployment
}

async function firstThatAnswers(urls: readonly string[]): Promise<{ rpcUrl: string; reader: PublicClient }> {
  const silent: string[] = []
  for (const rpcUrl of urls)
    try {
      return { rpcUrl, reader: await openReader(rpcUrl) }
    } catch (error) {
      if (!(error instanceof DeploymentError)) throw error
      silent.push(error.message)
    }
  throw new DeploymentError(silent.join('\n'))
}

/** @throws DeploymentError if the node is on another chain, or if its chain does not have the file's contracts */
async function assertDeployed(
  reader: PublicClient,
  rpcUrl: string,
  path: string,
  deployment: Deployment,
): Promise<void> {
  await assertChain(reader, rpcUrl, path, deployment)
  const { contracts, tokens } = deployment
  const known = [
    ...Object.entries(contracts),
    ...TOKEN_SYMBOLS.map((symbol) => [symbol, tokens[symbol]] as const),
  ]
  const codes = await Promise.all(
    known.map(([, { address }]) => reader.getCode({ address: address as Address })),
  )
  const stale = known.flatMap(([name, { address, codeHash }], index) => {
    const code = codes[index]
    if (code === undefined) return [`${path} is stale: ${name} has no code at ${address}`]
    return keccak256(code) === codeHash ? [] : [`${path} is stale: ${name} at ${address} has other code`]
  })
  if (stale.length > 0) throw new DeploymentError(stale.join('\n'))
}

/** @throws DeploymentError if the node is not on the file's chain */
export async function assertChain(
  reader: PublicClient,
  rpcUrl: string,
  path: string,
  { chainId, genesisHash }: Deployment,
): Promise<void> {
  const found = await reader.getChainId()
  if (found !== chainId)
    throw new DeploymentError(`${nodeName(rpcUrl)} is chain ${found}, ${path} is for chain ${chainId}`)
  const { hash } = await reader.getBlock({ blockNumber: 0n })
  if (hash !== genesisHash)
    throw new DeploymentError(
      `${path} is stale or of another chain: the first block of ${nodeName(rpcUrl)} is ${hash}, the file’s is ${genesisHash}`,
    )
}
