/**
 * Checks that the code at every address is the published release build. A CREATE2 address is a hash over the creation code
 * and its arguments, so the address proves the file's arguments. The node then runs the constructor again: the address must have
 * exactly the code that the constructor returns.
 */
import { concatHex, type Address, type Hex } from 'viem'
import { type DeployedContract, type Deployment } from '@galx/protocol/deployment'
import { FOREIGN_CONTRACT_NAMES, TOKEN_SYMBOLS } from '@galx/protocol/products'
import { codeHash, create2Address, DEPLOYMENT_PROXY } from '../deploy/create2.ts'
import { multicall3RuntimeCode } from '../deploy/embeddedChain.ts'
import { MULTICALL3 } from '../deploy/multicall3.ts'
import { isPublished, publishedAt, type Published } from '../deploy/published.ts'
import { KNOWN_CHAINS, knownNetwork } from '../networks/knownChains.ts'
import { firstLine } from './findings.ts'
import { REQUIRED_CONTRACTS, type Place } from './place.ts'

/** Third-party contracts on a public chain; on a private chain the deployment creates them itself. */
const FOREIGN_ON_PUBLIC_CHAINS: readonly string[] = ['USDT', 'BTCB', ...FOREIGN_CONTRACT_NAMES]

/** keccak256 of Multicall3's code, the same on every chain: github.com/mds1/multicall3. */
const MULTICALL3_CODE_HASH: Hex = '0xd5c15df687b16f2ff992fc8d767b4216323184a2bbc6ee2f9c398c318e770891'

/** @returns whether every contract exists and has code */
export async function verifyCode(place: Place): Promise<boolean> {
  const { deployment, findings } = place
  const missing = REQUIRED_CONTRACTS.filter((name) => !deployment.contracts[name])
  for (const name of missing) findings.fault(name, 'is not in the deployment file')
  const listed: [string, DeployedContract][] = [
    ...Object.entries(deployment.contracts),
    ...Object.entries(deployment.tokens),
  ]
  verifyDistinct(place, listed)
  const inspections = await Promise.all(listed.map(([name, entry]) => inspect(place, name, entry)))
  let present = missing.length === 0
  for (const { there, report } of inspections) {
    report()
    present &&= there
  }
  return present
}

/** Two names with one address are a fault: one contract would answer for both names. */
function verifyDistinct({ findings }: Place, listed: readonly (readonly [string, DeployedContract])[]): void {
  const names = new Map<string, string>()
  for (const [name, { address }] of listed) {
    const other = names.get(address)
    if (other) findings.fault(name, `has the same address as ${other}: ${address}`)
    names.set(address, name)
  }
}

/** `report` adds the findings in the file's order, not in the order of the node's answers. */
async function inspect(
  place: Place,
  name: string,
  entry: DeployedContract,
): Promise<{ there: boolean; report: () => void }> {
  const { reader, stateBlock, findings, deployment } = place
  const address = entry.address as Address
  const code = await reader.getCode({ address, blockNumber: await stateBlock() })
  if (!code) return { there: false, report: () => findings.fault(name, `has no code at ${entry.address}`) }
  const origin = await originOf(place, name, entry, code)
  return {
    there: true,
    report: () => {
      findings.expect(`${name} code hash`, codeHash(code), entry.codeHash)
      findings.checked++
      if (origin?.level === 'wrong') findings.fault(name, origin.text)
      if (origin?.level === 'unchecked') findings.notChecked(name, origin.text)
      if (origin?.level === 'note') findings.note(name, origin.text)
      if (name in deployment.tokens) return
      if (!isPublished(name) && name !== 'Multicall3')
        findings.note(name, `is unknown to this program: the contract at ${address} is not checked`)
    },
  }
}

type Origin = { level: 'wrong' | 'unchecked' | 'note'; text: string } | undefined

async function originOf(place: Place, name: string, entry: DeployedContract, code: Hex): Promise<Origin> {
  const { deployment } = place
  if (name === 'Multicall3') return multicallOrigin(entry, code)
  if (!isPublished(name)) return undefined
  const foreign = foreignAddress(deployment, name)
  if (foreign) {
    if (entry.address === foreign.toLowerCase()) return undefined
    return { level: 'wrong', text: `is at ${entry.address}; on this chain it is at ${foreign.toLowerCase()}` }
  }
  if (entry.constructorArguments === undefined) return withoutArguments(deployment, name, entry)
  return ownOrigin(place, publishedAt(name)!, entry, code)
}

async function multicallOrigin(entry: DeployedContract, code: Hex): Promise<Origin> {
  if (entry.address !== MULTICALL3)
    return { level: 'wrong', text: `is at ${entry.address}; on every chain it is at ${MULTICALL3}` }
  // The embedded chain has viem's copy, which another compiler built.
  const known = [MULTICALL3_CODE_HASH, codeHash(await multicall3RuntimeCode())]
  if (known.includes(codeHash(code))) return undefined
  return { level: 'wrong', text: `does not have Multicall3's code at ${entry.address}` }
}

/** The address of a third-party contract on a public chain. */
function foreignAddress({ network }: Deployment, name: string): Address | undefined {
  const known = knownNetwork(network)
  if (!known) return undefined
  const { existingTokens, exchange } = KNOWN_CHAINS[known]
  const addresses: Record<string, Address> = {
    ...existingTokens,
    SwapFactory: exchange.factory,
    SwapRouter: exchange.router,
    WrappedNative: exchange.wrappedNative,
  }
  return addresses[name]
}

function withoutArguments({ network }: Deployment, name: string, { address }: DeployedContract): Origin {
  if (network !== 'embedded' && FOREIGN_ON_PUBLIC_CHAINS.includes(name))
    return {
      level: 'note',
      text: `is not part of the published build: ${address} is a third-party contract, and this program does not know the chain`,
    }
  return {
    level: 'wrong',
    text: `has no constructor arguments in the deployment file: nothing ties ${address} to the published build`,
  }
}

async function ownOrigin(
  { reader, stateBlock, deployment }: Place,
  published: Published,
  { address, constructorArguments }: DeployedContract,
  code: Hex,
): Promise<Origin> {
  const encoded = constructorArguments as Hex
  const wanted = create2Address(published.bytecode, encoded, deployment.salt)
  if (wanted !== address)
    return {
      level: 'wrong',
      text: `is at ${address}; with these arguments the published code has the address ${wanted}`,
    }
  try {
    // Runs the constructor at the contract's address with empty storage. The constructor returns the contract's code.
    const { data } = await reader.call({
      to: address as Address,
      account: DEPLOYMENT_PROXY,
      stateOverride: [
        { address: address as Address, code: concatHex([published.bytecode, encoded]), state: [] },
      ],
      blockNumber: await stateBlock(),
    })
    if (data === code) return undefined
    return { level: 'wrong', text: `has code at ${address} that differs from the published build` }
  } catch (error) {
    return { level: 'unchecked', text: `the node cannot run its constructor again: ${firstLine(error)}` }
  }
}

/** Names of the contracts that the published build created here. */
export function ownNames({ contracts, tokens }: Deployment): string[] {
  const entries = [
    ...Object.entries(contracts),
    ...TOKEN_SYMBOLS.map((symbol) => [symbol, tokens[symbol]] as const),
  ]
  return entries.filter(([, entry]) => entry.constructorArguments !== undefined).map(([name]) => name)
}
