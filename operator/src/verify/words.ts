/** A timelock's call in words: decodes the calldata with the ABIs of the published build. */
import { decodeFunctionData, getAddress, type Abi, type Address, type Hex, zeroAddress } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { type Deployment } from '@galx/protocol/deployment'
import { TOKEN_SYMBOLS } from '@galx/protocol/products'
import { EXCHANGE_ABIS } from '../deploy/exchangeAbi.ts'
import { publishedAt } from '../deploy/published.ts'
import { amountText, dateText, durationText, shareText, tierText, type TierTerms } from './text.ts'

/** Names of addresses and ids, for sentences. */
export type Names = {
  /** the address, followed by its name if it has one */
  label(address: string): string
  /** the name alone; undefined for an address without a name */
  name(address: string): string | undefined
  /** the symbol of a token, also WBNB; the address if it is another token */
  symbol(token: string): string
  pool(id: bigint): string
  program(id: bigint): string
  role(id: Hex): string
}

export function namesOf(deployment: Deployment, roleIds: ReadonlyMap<Hex, string>): Names {
  const { contracts, tokens, roles, pools, programs } = deployment
  const names = new Map<string, string>([
    [roles.guardian, 'the guardian'],
    [roles.voucherSigner, 'the voucher signer'],
    [roles.voucherCoSigner, 'the voucher co-signer'],
    [roles.epochPublisher, 'the epoch publisher'],
    [roles.deployer, 'the deployer'],
    ...roles.timelock.proposers.map((proposer): [string, string] => [proposer, 'a proposer']),
    ...Object.entries(contracts).map(([name, { address }]): [string, string] => [address, name]),
    ...TOKEN_SYMBOLS.map((symbol): [string, string] => [tokens[symbol].address, symbol]),
  ])
  const name = (address: string) => names.get(address.toLowerCase())
  const keyed = (what: string, entries: Readonly<Record<string, { id: string }>>) => (id: bigint) => {
    const found = Object.entries(entries).find(([, entry]) => entry.id === id.toString())
    return found ? `${what} ${found[0]}` : `the ${what} number ${id >> 160n}`
  }
  return {
    name,
    label: (address) => (name(address) ? `${getAddress(address)} (${name(address)})` : getAddress(address)),
    symbol: (token) =>
      name(token) === 'WrappedNative'
        ? 'WBNB'
        : (TOKEN_SYMBOLS.find((symbol) => name(token) === symbol) ?? getAddress(token)),
    pool: keyed('pool', pools),
    program: keyed('program', programs),
    role: (id) => roleIds.get(id) ?? id,
  }
}

type Values = Record<string, unknown>
/** One sentence for each function. The values are named like the ABI's parameters. */
type Sentences = Record<string, (values: Values, names: Names, target: string) => string>

function address(value: unknown, names: Names) {
  return value === zeroAddress ? 'nobody' : names.label(value as Address)
}

const SENTENCES: Sentences = {
  mint: ({ to, amount }, names, target) =>
    `mint ${amountText(amount as bigint, target)} to ${address(to, names)}`,
  setMinter: ({ minter_ }, names, target) => `make ${address(minter_, names)} the minter of ${target}`,
  lowerFee: ({ feeRate_ }, _, target) => `lower the fee of ${target} to ${shareText(feeRate_ as number)}`,
  setGuardian: ({ guardian_, guardian }, names, target) =>
    `make ${address(guardian_ ?? guardian, names)} the guardian of ${target}`,
  setSigner: ({ signer_, signer }, names) => `make ${address(signer_ ?? signer, names)} the voucher signer`,
  setCoSigner: ({ coSigner_, coSigner }, names) =>
    `make ${address(coSigner_ ?? coSigner, names)} the voucher co-signer`,
  disableSigner: () => 'switch the voucher signer off',
  disableCoSigner: () => 'switch the voucher co-signer off',
  setPublisher: ({ publisher_, publisher }, names, target) =>
    `make ${address(publisher_ ?? publisher, names)} the publisher of ${target}`,
  transferOwnership: ({ newOwner }, names, target) =>
    `offer ${address(newOwner, names)} the ownership of ${target}`,
  acceptOwnership: ({ offered }, names, target) =>
    `accept the ownership of ${offered === undefined ? target : address(offered, names)}`,
  addRuleset: ({ hash, first }) => `add the ruleset ${hash as Hex} from epoch ${first as bigint} on`,
  replace: ({ epoch, hash }) => `replace the published hash of epoch ${epoch as bigint} with ${hash as Hex}`,
  renounceOwnership: (_, __, target) => `give up the ownership of ${target} permanently`,
  pauseStaking: ({ pool }, names) => `pause new stakes of ${names.pool(pool as bigint)}`,
  unpauseStaking: ({ pool }, names) => `resume new stakes of ${names.pool(pool as bigint)}`,
  pauseDeposits: () => 'pause new deposits of ZnVault',
  unpauseDeposits: () => 'resume new deposits of ZnVault',
  pause: (_, __, target) => `pause claims of ${target}`,
  unpause: (_, __, target) => `resume claims of ${target}`,
  createPool: ({ configuration }, names) => createPoolText(configuration as PoolTerms, names),
  createProgram: ({ token, budgetPerEpoch, start }, names) =>
    `create a program that pays at most ${amountText(budgetPerEpoch as bigint, names.symbol(token as string))} an epoch from ${dateText(start as bigint)} on`,
  grantRole: ({ role, account }, names) =>
    `make ${anyone(account, names)} ${withArticle(names.role(role as Hex))} of the timelock`,
  revokeRole: ({ role, account }, names) =>
    `revoke the timelock's role of ${names.role(role as Hex)} from ${anyone(account, names)}`,
  cancel: ({ id }) => `cancel the announced operation ${id as Hex}`,
  updateDelay: ({ newDelay }) => `change the timelock's delay to ${durationText(newDelay as bigint)}`,
}

type PoolTerms = {
  stakeToken: string
  pairToken: string
  rewardToken: string
  boostSource: string
  pairRatio: bigint
  rewardDuration: number
  tiers: readonly TierTerms[]
}

function createPoolText(terms: PoolTerms, names: Names): string {
  const pair = terms.pairToken === zeroAddress ? '' : ` with ${names.symbol(terms.pairToken)}`
  const boost = terms.boostSource === zeroAddress ? '' : `, boosted by ${names.label(terms.boostSource)}`
  const tiers = terms.tiers.map(tierText).join('; ')
  return `create a pool: ${names.symbol(terms.stakeToken)}${pair} earns ${names.symbol(terms.rewardToken)}, each funding streams over ${durationText(BigInt(terms.rewardDuration))}${boost} (${tiers})`
}

/** As a holder of a timelock role, the zero address means anyone. */
function anyone(value: unknown, names: Names) {
  return value === zeroAddress ? 'anyone' : names.label(value as Address)
}

function withArticle(noun: string) {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** @returns the call in words, to follow "the timelock will" */
export function callText(names: Names, target: Address, data: Hex, value: bigint): string {
  const coin = value === 0n ? '' : ` and send it ${amountText(value, 'of the native coin')}`
  const name = names.name(target)
  const abi = name ? abiOf(name) : undefined
  if (!abi || data === '0x')
    return data === '0x'
      ? `call ${names.label(target)} without data${coin}`
      : `call ${names.label(target)} with data that this program cannot read: ${shortened(data)}${coin}`
  try {
    const { functionName, args } = decodeFunctionData({ abi, data })
    const values = namedValues(abi, functionName, args ?? [])
    const sentence = Object.hasOwn(SENTENCES, functionName) ? SENTENCES[functionName] : undefined
    return `${sentence ? sentence(values, names, name!) : plainText(name!, functionName, values, names)}${coin}`
  } catch {
    return `call ${names.label(target)} with data that this program cannot read: ${shortened(data)}${coin}`
  }
}

function abiOf(name: string): Abi | undefined {
  // All five tokens share the functions that the timelock can call on a third-party token.
  if (name === 'USDT' || name === 'BTCB') return aaaAbi
  if (Object.hasOwn(EXCHANGE_ABIS, name)) return EXCHANGE_ABIS[name as keyof typeof EXCHANGE_ABIS]
  return publishedAt(name)?.abi
}

function namedValues(abi: Abi, functionName: string, args: readonly unknown[]): Values {
  const item = abi.find((entry) => entry.type === 'function' && entry.name === functionName)
  const inputs = item?.type === 'function' ? item.inputs : []
  return Object.fromEntries(inputs.map(({ name }, index) => [name || String(index), args[index]]))
}

function plainText(name: string, functionName: string, values: Values, names: Names): string {
  const given = Object.entries(values).map(([key, value]) => `${key} ${valueText(value, names)}`)
  return `call ${name}.${functionName}(${given.join(', ')})`
}

function valueText(value: unknown, names: Names): string {
  if (Array.isArray(value)) return `[${value.map((item) => valueText(item, names)).join(', ')}]`
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, item]) => `${key} ${valueText(item, names)}`)
      .join(', ')}}`
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)) return names.label(value)
  return String(value)
}

function shortened(data: Hex) {
  return data.length <= 74 ? data : `${data.slice(0, 74)}… (${data.length / 2 - 1} bytes)`
}
