/**
 * A private chain or a fork on which an operator rehearses the deployment on mainnet: mainnet's plan, with mainnet's rules. Where the chain has no
 * USDT, BTCB or exchange at the addresses of BNB Smart Chain or its testnet, the deployment makes stand-ins.
 */
import type { Address, Chain, PublicClient } from 'viem'
import { DeploymentError } from '../deploy/deploymentError.ts'
import type { Environment } from './environment.ts'
import { KNOWN_CHAINS } from './knownChains.ts'
import { readSeparateChoices } from './mainnet.ts'
import type { NetworkConfiguration } from './networkConfiguration.ts'
import { publishedPlan } from './publishedTerms.ts'

/**
 * @throws DeploymentError if the chain has the id of a public chain; naming every variable that is missing, and every address that would
 * hold more than one role
 */
export async function rehearsalNetwork(
  reader: PublicClient,
  environment: Environment,
  plan = publishedPlan('mainnet'),
): Promise<NetworkConfiguration> {
  const chainId = await reader.getChainId()
  const name = await publicChainName(chainId)
  if (name !== undefined)
    throw new DeploymentError(
      `a rehearsal needs a chain with an id of its own: ${chainId} is the id of ${name}, and nothing was sent`,
    )
  const { proposers, executors, ...roles } = readSeparateChoices(environment)
  const { minDelay, ...terms } = plan
  return {
    ...terms,
    ...roles,
    ...(await thirdParties(reader)),
    network: 'rehearsal',
    chainId,
    development: false,
    standIns: true,
    salt: environment.DEPLOYMENT_SALT?.trim() || 'galx rehearsal 1',
    timelock: { minDelay, proposers, executors },
  }
}

/** @returns undefined for a private chain. viem also lists chains whose usual node runs on the operator's own machine: these chains are private */
async function publicChainName(chainId: number): Promise<string | undefined> {
  const chains = Object.values(await import('viem/chains')) as readonly Chain[]
  const found = chains.find(
    ({ id, rpcUrls }) =>
      id === chainId && !/^https?:\/\/(localhost|127\.0\.0\.1)\b/.test(rpcUrls.default.http[0] ?? ''),
  )
  return found?.name
}

/** The tokens and the exchange of a known chain that this chain already has. A fork has all of them. */
async function thirdParties(
  reader: PublicClient,
): Promise<Pick<NetworkConfiguration, 'existingTokens' | 'exchange'>> {
  const has = async (...addresses: Address[]) => {
    const codes = await Promise.all(addresses.map((address) => reader.getCode({ address })))
    return codes.every(Boolean)
  }
  for (const { existingTokens, exchange } of Object.values(KNOWN_CHAINS)) {
    const [hasUsdt, hasBtcb, hasExchange] = await Promise.all([
      has(existingTokens.USDT),
      has(existingTokens.BTCB),
      has(exchange.factory, exchange.router, exchange.wrappedNative),
    ])
    if (!hasUsdt && !hasBtcb && !hasExchange) continue
    return {
      existingTokens: {
        ...(hasUsdt && { USDT: existingTokens.USDT }),
        ...(hasBtcb && { BTCB: existingTokens.BTCB }),
      },
      ...(hasExchange && { exchange }),
    }
  }
  return { existingTokens: {} }
}
