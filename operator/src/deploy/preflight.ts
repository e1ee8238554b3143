/** The conditions before the first transaction of a deployment. All failures are reported together. */
import { erc20Abi, formatEther, formatGwei, type Address, type PublicClient } from 'viem'
import type { TokenSymbol } from '@galx/protocol/products'
import { unlessNodeFault } from '../chain/nodeFaults.ts'
import { hasMainnetRules, KNOWN_CHAINS, knownNetwork } from '../networks/knownChains.ts'
import { proposersFault, readAccountKind } from '../networks/accounts.ts'
import { countText } from '../verify/text.ts'
import { DEPLOYMENT_PROXY } from './create2.ts'
import { DeploymentError } from './deploymentError.ts'
import { factoryAbi, routerAbi } from './exchangeAbi.ts'
import { costOf, gasInAll } from './gas.ts'
import { MULTICALL3 } from './multicall3.ts'
import type { PlanContext } from './planContext.ts'
import { priceFault } from './session.ts'
import type { Step } from './steps.ts'
import { spending } from './steps/tokens.ts'

/**
 * @param open the steps that are still to be done
 * @param maxGasPrice the highest gas price that the operator pays, wei
 * @throws DeploymentError listing every missing contract, every setting of the exchange that differs, and every balance that is too small
 */
export async function assertReady(
  reader: PublicClient,
  { configuration, deployer }: PlanContext,
  open: readonly Step[],
  maxGasPrice?: bigint,
): Promise<void> {
  const faults: string[] = []
  const hasCode = async (what: string, address: Address): Promise<boolean> => {
    const there = Boolean(await reader.getCode({ address }))
    if (!there) faults.push(`${what} has no code at ${address}`)
    return there
  }
  await checkChain(reader, configuration.network, faults)
  await hasCode('the deployment proxy', DEPLOYMENT_PROXY)
  await hasCode('Multicall3', MULTICALL3)
  for (const [symbol, address] of Object.entries(configuration.existingTokens) as [TokenSymbol, Address][]) {
    if (!(await hasCode(symbol, address))) continue
    const contract = { address, abi: erc20Abi } as const
    const decimals = await reader.readContract({ ...contract, functionName: 'decimals' })
    if (decimals !== 18) faults.push(`${symbol} at ${address} has ${decimals} decimals, not 18`)
    const needed = spending(open, symbol)
    const held = await reader.readContract({ ...contract, functionName: 'balanceOf', args: [deployer] })
    if (held < needed)
      faults.push(
        `the deployer ${deployer} holds ${formatEther(held)} ${symbol}, the plan needs ${formatEther(needed)}`,
      )
  }
  await checkExchange(reader, configuration.exchange, hasCode, faults)
  await checkProposers(reader, configuration, faults)
  const price = await reader.getGasPrice()
  const dear = priceFault(price, maxGasPrice)
  if (dear !== undefined) faults.push(dear)
  const [needs, has] = [costOf(open, price), await reader.getBalance({ address: deployer })]
  if (has < needs)
    faults.push(
      `the deployer ${deployer} needs ${formatEther(needs)} BNB, has ${formatEther(has)} (${countText(gasInAll(open))} gas at ${formatGwei(price)} gwei)`,
    )
  if (faults.length > 0) throw new DeploymentError(`nothing was sent: ${faults.join('; ')}`)
}

/** A chain's id proves nothing: anybody can give a private chain the same id. */
async function checkChain(reader: PublicClient, network: string, faults: string[]): Promise<void> {
  const known = knownNetwork(network)
  if (!known) return
  const { hash } = await reader.getBlock({ blockNumber: 0n })
  const { name, genesisHash } = KNOWN_CHAINS[known]
  if (hash !== genesisHash)
    faults.push(`the plan is for ${name}, but this chain has a different first block: ${hash}`)
}

/** On mainnet no single key may announce operations of the timelock. */
async function checkProposers(
  reader: PublicClient,
  { network, timelock }: PlanContext['configuration'],
  faults: string[],
): Promise<void> {
  if (!hasMainnetRules(network)) return
  const proposers = timelock.proposers.map(async (address) => ({
    address,
    account: await readAccountKind(reader, address),
  }))
  const fault = proposersFault(await Promise.all(proposers))
  if (fault) faults.push(fault)
}

async function checkExchange(
  reader: PublicClient,
  exchange: PlanContext['configuration']['exchange'],
  hasCode: (what: string, address: Address) => Promise<boolean>,
  faults: string[],
): Promise<void> {
  if (!exchange) return
  const factory = await hasCode('exchange.factory', exchange.factory)
  const router = await hasCode('exchange.router', exchange.router)
  await hasCode('exchange.wrappedNative', exchange.wrappedNative)
  if (router) {
    const contract = { address: exchange.router, abi: routerAbi } as const
    const expect = (what: string, found: Address, wanted: Address) => {
      if (found.toLowerCase() !== wanted.toLowerCase())
        faults.push(`the router's ${what} is ${found}, not ${wanted}`)
    }
    expect('factory', await reader.readContract({ ...contract, functionName: 'factory' }), exchange.factory)
    expect(
      'wrapped coin',
      await reader.readContract({ ...contract, functionName: 'WETH' }),
      exchange.wrappedNative,
    )
  }
  if (!factory) return
  // PancakeSwap's factories return this hash, and Uniswap's factories do not. Without the hash, the later verification compares a pair.
  const hash = await reader
    .readContract({ address: exchange.factory, abi: factoryAbi, functionName: 'INIT_CODE_PAIR_HASH' })
    .catch(unlessNodeFault(exchange.pairCodeHash))
  if (hash !== exchange.pairCodeHash)
    faults.push(`the factory's pair code hash is ${hash}, not ${exchange.pairCodeHash}`)
}
