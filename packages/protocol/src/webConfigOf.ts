/** The app's /config.json for a deployment. */
import type { Deployment } from './deployment.ts'
import { WALLET_IDS, type HexString, type WebConfig } from './webConfig.ts'

/** The operator's choices for the app, which are not in the deployment file. */
export type WebChoices = Partial<
  Pick<WebConfig, 'relays' | 'wallets' | 'internationalVersion' | 'securityCentre'>
>

export type WebConfigInput = {
  deployment: Deployment
  /** origins without `/api` */
  apiUrl: string
  btcApiUrl: string
  rpcUrl: string
  explorerUrl?: string
  demoWallet: boolean
  /** by default all wallets, no relay, no change of language, no entry of the security centre */
  choices?: WebChoices
}

function hex(text: string) {
  return text as HexString
}

export function webConfigOf({ deployment, explorerUrl = '', ...input }: WebConfigInput): WebConfig {
  const contracts = Object.entries(deployment.contracts).map(([name, { address }]) => [name, hex(address)])
  const tokens = Object.entries(deployment.tokens).map(([symbol, token]) => [
    symbol,
    { address: hex(token.address), permit: token.permit },
  ])
  const pools = Object.entries(deployment.pools).map(([key, pool]) => [
    key,
    {
      id: pool.id,
      stakeToken: pool.stakeToken,
      pairToken: pool.pairToken,
      pairRatio: pool.pairRatio,
      rewardToken: pool.rewardToken,
      tiers: pool.tiers,
    },
  ])
  const programs = Object.entries(deployment.programs).map(([key, { id }]) => [key, id])
  return {
    apiUrl: input.apiUrl,
    btcApiUrl: input.btcApiUrl,
    chainId: deployment.chainId,
    rpcUrl: input.rpcUrl,
    explorerUrl,
    genesisHash: hex(deployment.genesisHash),
    contracts: Object.fromEntries(contracts) as WebConfig['contracts'],
    tokens: Object.fromEntries(tokens) as WebConfig['tokens'],
    pools: Object.fromEntries(pools) as WebConfig['pools'],
    programs: Object.fromEntries(programs) as WebConfig['programs'],
    rulesets: deployment.rulesets,
    pairs: deployment.pairs.map((pair) => ({ ...pair, address: hex(pair.address) })),
    relays: [],
    wallets: [...WALLET_IDS],
    demoWallet: input.demoWallet,
    internationalVersion: false,
    securityCentre: false,
    ...input.choices,
    ...(deployment.releaseSigner === undefined ? {} : { releaseSigner: deployment.releaseSigner }),
  }
}
