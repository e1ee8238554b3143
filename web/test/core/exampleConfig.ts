import { CONTRACT_NAMES, PROGRAM_KEYS, TOKEN_SYMBOLS } from '@galx/protocol/products'
import { parseWebConfig, type WebConfig } from '@galx/protocol/webConfig'

function address(digit: string) {
  return `0x${digit.repeat(40)}`
}

/** A whole, valid /config.json. */
export function exampleJson(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    apiUrl: 'http://127.0.0.1:8080/',
    btcApiUrl: 'http://127.0.0.1:8081',
    chainId: 56,
    rpcUrl: 'http://127.0.0.1:8545',
    explorerUrl: '',
    genesisHash: `0x${'a'.repeat(64)}`,
    contracts: {
      ...Object.fromEntries(CONTRACT_NAMES.map((name) => [name, address('c')])),
      Multicall3: address('1'),
      StakingPools: address('2'),
      DemoFaucet: address('3'),
      NodePass: address('9'),
    },
    tokens: Object.fromEntries(
      TOKEN_SYMBOLS.map((symbol, index) => [
        symbol,
        { address: address(String(index + 4)), permit: index > 0 },
      ]),
    ),
    pools: {
      galx: {
        id: '1',
        stakeToken: 'GALX',
        pairToken: null,
        pairRatio: '0',
        rewardToken: 'GALX',
        tiers: [{ duration: 0, multiplierBps: 10_000, penaltyBps: 0 }],
      },
    },
    programs: Object.fromEntries(PROGRAM_KEYS.map((key, index) => [key, String(index + 101)])),
    rulesets: [],
    wallets: ['tokenpocket', 'trust', 'binance', 'okx', 'imtoken', 'metamask'],
    demoWallet: false,
    internationalVersion: false,
    securityCentre: false,
    ...change,
  }
}

export function exampleConfig(change: Record<string, unknown> = {}): WebConfig {
  const result = parseWebConfig(exampleJson(change))
  if (!result.ok) throw new Error(result.problems.join('; '))
  return result.config
}
