import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isAddress, parseGwei, type Address, type Hex } from 'viem'
import { localKey, type TransactionKey } from '@galx/operator/chain/transactionKey'
import { compilerInput, compilerVersion } from '@galx/operator/deploy/compilerInput'
import { deploy } from '@galx/operator/deploy/deploy'
import { DeploymentError, EnvironmentError } from '@galx/operator/deploy/deploymentError'
import { writeDeployment } from '@galx/operator/deploy/deploymentFile'
import { describePlan } from '@galx/operator/deploy/dryRun'
import { journalPath } from '@galx/operator/deploy/journal'
import { planDeployment } from '@galx/operator/deploy/plan'
import { openReader } from '@galx/operator/deploy/session'
import { EMBEDDED_DEPLOYER_KEY, embeddedNetwork, isPublishedTestKey } from '@galx/operator/networks/embedded'
import { mainnetNetwork } from '@galx/operator/networks/mainnet'
import type { NetworkConfiguration, PlanTerms } from '@galx/operator/networks/networkConfiguration'
import { rehearsalNetwork } from '@galx/operator/networks/rehearsal'
import { testnetNetwork } from '@galx/operator/networks/testnet'
import {
  isConfirmed,
  readOptions,
  readRpcUrl,
  rpcUrlMissing,
  UsageError,
  WRITE_OPTIONS,
  type Command,
} from './command.ts'
import { readTransactionKey } from './key.ts'
import { readPlan } from './planOption.ts'

/** By the name of the network. A rehearsal's chain is read from the node. */
const NETWORKS = {
  embedded: () => embeddedNetwork,
  testnet: ({ environment, plan }) => testnetNetwork(environment, plan),
  mainnet: ({ environment, plan }) => mainnetNetwork(environment, plan),
  rehearsal: async ({ rpcUrl, environment, plan }) => {
    if (!rpcUrl) throw rpcUrlMissing()
    return rehearsalNetwork(await openReader(rpcUrl), environment, plan)
  },
} satisfies Record<string, (given: Given) => NetworkConfiguration | Promise<NetworkConfiguration>>

type Given = {
  rpcUrl: string | undefined
  environment: NodeJS.ProcessEnv
  plan: PlanTerms | undefined
}

const EMBEDDED_RPC = 'http://127.0.0.1:8545'

export const deployCommand: Command = {
  summary: 'put the contracts on a chain and write the deployment file',
  help: `npm run operator -- deploy --network embedded|testnet|mainnet|rehearsal [--plan FILE] [--confirm] [--rpc URL] [--out FILE]

Deploys, wires, funds, transfers every role to the timelock and verifies the result. After an interruption, run it
again: it continues where the chain shows that it stopped. If everything is done, it sends nothing.

  --network NAME  the chain, and the plan: operator/plans/NAME.json
  --plan FILE     another plan, not for embedded (npm run operator -- plan --help)
  --confirm       send. Without --confirm (or with --dry-run) the command prints every transaction with its gas, and sends none. With
                  --rpc it also prints which transactions are done, and the cost of the others at the network's price. On the
                  embedded chain it sends unless --dry-run is given
  --max-gas-price GWEI  send nothing while a unit of gas costs more; run it again to go on
  --rpc URL       the node to send to; also RPC_URL (embedded: ${EMBEDDED_RPC})
  --out FILE      the deployment file (default deployments/NAME.json); FILE.compiler-input.json is written
                  beside it for the explorer's verification, FILE.journal while the deployment is in progress

A rehearsal is mainnet's plan with mainnet's rules on a private chain or a fork with an id of its own. It makes stand-ins of
USDT, BTCB and the exchange, unless the chain has those of BNB Smart Chain. The chain must have the deployment proxy and,
unless it is an anvil, Multicall3.

From the environment, except for embedded:
  DEPLOYER_PRIVATE_KEY      pays and keeps no role; without --confirm DEPLOYER_ADDRESS is enough
  DEPLOYER_URL              instead of the key: a remote signer (eth_signTransaction). DEPLOYER_ADDRESS names its account if it
                            has several
  GUARDIAN_ADDRESS          may pause new stakes, deposits and voucher claims, and switch off either voucher signer
  VOUCHER_SIGNER_ADDRESS    signs bonus vouchers
  VOUCHER_COSIGNER_ADDRESS  signs them too, on another machine; a voucher needs both signatures
  EPOCH_PUBLISHER           publishes the hashes of closed epochs
  RELEASE_SIGNER            signs which build of the app is published; holds no role in the contracts
  TREASURY_ADDRESS          receives the minted tokens that are not used
  TIMELOCK_PROPOSERS        addresses, separated by commas
  TIMELOCK_EXECUTORS        optional; default: anyone, after the delay
  DEPLOYMENT_SALT           optional; another salt gives other addresses

Exit code 0: deployed and verified, or shown. 1: something is wrong; fix it and run it again. 2: the call was wrong.`,
  async run(parameters, environment, say) {
    const options = readOptions(parameters, {
      network: { type: 'string' },
      plan: { type: 'string' },
      ...WRITE_OPTIONS,
      rpc: { type: 'string' },
      out: { type: 'string' },
      'max-gas-price': { type: 'string' },
    })
    const maxGasPrice = readGasPrice(options['max-gas-price'])
    const network = readNetwork(options.network)
    if (network === 'embedded' && options.plan !== undefined)
      throw new UsageError('--plan cannot be used with --network embedded')
    const rpcUrl = readRpcUrl(options, environment)
    const configuration = await NETWORKS[network]({ rpcUrl, environment, plan: readPlan(options) })
    const confirmed = isConfirmed(options) || (configuration.development && !options['dry-run'])
    if (!confirmed) {
      await printPlan(configuration, rpcUrl, environment, say)
      if (!options['dry-run']) say('nothing was sent: add --confirm')
      return 0
    }
    const target = rpcUrl ?? (configuration.development ? EMBEDDED_RPC : undefined)
    if (!target) throw rpcUrlMissing()
    const out = options.out ?? `deployments/${network}.json`
    makeFolder(dirname(out))
    const deployment = await deploy({
      rpcUrl: target,
      privateKey: await readDeployerKey(configuration, environment),
      configuration,
      journal: journalPath(out),
      maxGasPrice,
      log: say,
    })
    writeDeployment(out, deployment)
    const input = `${out.replace(/\.json$/, '')}.compiler-input.json`
    writeFileSync(input, `${JSON.stringify(compilerInput(), null, 1)}\n`)
    say(`deployment file: ${out}`)
    say(
      `for the explorer: ${input}, compiler ${compilerVersion()}, constructor arguments in the deployment file`,
    )
    return 0
  },
}

async function printPlan(
  configuration: NetworkConfiguration,
  rpcUrl: string | undefined,
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<void> {
  const reader = rpcUrl ? await openReader(rpcUrl, configuration.chainId) : undefined
  const now = reader ? (await reader.getBlock()).timestamp : BigInt(Math.floor(Date.now() / 1000))
  const plan = planDeployment(configuration, await readDeployer(configuration, environment), now)
  for (const line of await describePlan(plan, reader)) say(line)
}

function readNetwork(name: string | undefined): keyof typeof NETWORKS {
  if (name === undefined) throw new UsageError(`--network is missing: ${Object.keys(NETWORKS).join(', ')}`)
  if (Object.hasOwn(NETWORKS, name)) return name as keyof typeof NETWORKS
  throw new UsageError(`--network "${name}" is unknown: ${Object.keys(NETWORKS).join(', ')}`)
}

/** @returns wei @throws UsageError */
function readGasPrice(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,6}(\.\d{1,9})?$/.test(text)) return parseGwei(text)
  throw new UsageError(`--max-gas-price must be gwei with at most 9 decimals, such as 0.1, not "${text}"`)
}

function readKey({ development }: NetworkConfiguration, environment: NodeJS.ProcessEnv): Hex {
  // The published key must never be used on a public chain: deploy() accepts only a local anvil.
  if (development) return EMBEDDED_DEPLOYER_KEY
  const key = environment.DEPLOYER_PRIVATE_KEY?.trim()
  if (!key) throw new EnvironmentError('DEPLOYER_PRIVATE_KEY (or DEPLOYER_URL) is missing in the environment')
  // The text itself is secret, so the message does not repeat it.
  if (!/^0x[0-9a-fA-F]{64}$/.test(key))
    throw new EnvironmentError('DEPLOYER_PRIVATE_KEY must be 0x and 64 hex digits')
  if (isPublishedTestKey(key as Hex))
    throw new EnvironmentError('DEPLOYER_PRIVATE_KEY is a published test key: anybody can use it')
  return key as Hex
}

async function readDeployerKey(
  configuration: NetworkConfiguration,
  environment: NodeJS.ProcessEnv,
): Promise<TransactionKey> {
  if (configuration.development) return localKey(readKey(configuration, environment))
  const key = await readTransactionKey(
    'DEPLOYER',
    environment,
    () => readKey(configuration, environment),
    readAddress(environment),
  )
  return key!
}

async function readDeployer(
  configuration: NetworkConfiguration,
  environment: NodeJS.ProcessEnv,
): Promise<Address> {
  const { DEPLOYER_PRIVATE_KEY: key, DEPLOYER_URL: url } = environment
  if (configuration.development || key?.trim())
    return (await readDeployerKey(configuration, environment)).address
  const address = readAddress(environment)
  if (address !== undefined) return address
  if (url?.trim()) return (await readDeployerKey(configuration, environment)).address
  throw new EnvironmentError('DEPLOYER_ADDRESS (or DEPLOYER_PRIVATE_KEY) is missing in the environment')
}

function readAddress(environment: NodeJS.ProcessEnv): Address | undefined {
  const address = environment.DEPLOYER_ADDRESS?.trim()
  if (!address) return undefined
  if (!isAddress(address)) throw new EnvironmentError(`DEPLOYER_ADDRESS: "${address}" is not an address`)
  return address
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    throw new DeploymentError(`the folder ${path} cannot be made: ${(error as Error).message}`)
  }
}
