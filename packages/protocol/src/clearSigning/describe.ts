/** Makes the descriptors of a deployment: the plans with the deployment's addresses, pools, programs and tokens. */
import { getAddress, toFunctionSelector } from 'viem/utils'
import type { AbiFunction } from 'viem'
import {
  POOL_KEYS,
  PROGRAM_KEYS,
  TOKEN_SYMBOLS,
  type PoolKey,
  type ProgramKey,
  type TokenSymbol,
} from '../products.ts'
import {
  SCHEMA_URL,
  type DeployedAt,
  type Descriptor,
  type DescriptorField,
  type DescriptorFormat,
  type DescriptorInfo,
  type DescriptorParams,
} from './descriptor.ts'
import { CALL_ABIS, encodeTypeOf, leavesOf, MESSAGE_TYPES, signatureOf } from './interfaces.ts'
import { CALL_PLANS, MESSAGE_PLANS, type CallSubject, type FieldPlan } from './plans.ts'
import type { ClearSigningTexts } from './texts.ts'

/** The facts of a deployment that the descriptors need. */
export type ClearSigningSubject = {
  chainId: number
  /** by name; a contract that the chain lacks is absent */
  contracts: Readonly<Record<string, string | undefined>>
  tokens: Readonly<Record<TokenSymbol, { address: string; permit: boolean }>>
  pools: Readonly<
    Partial<Record<PoolKey, { id: string; stakeToken: TokenSymbol; tiers: readonly { duration: number }[] }>>
  >
  /** token null: unknown */
  programs: Readonly<Partial<Record<ProgramKey, { id: string; token: TokenSymbol | null }>>>
  /** about the owner, for published files */
  info?: DescriptorInfo
}

/** An approval of this amount or more counts as unlimited. */
const UNLIMITED = `0x8${'0'.repeat(63)}`
const DAY = 86_400

/**
 * Every descriptor of a deployment.
 * @returns by file name, in a fixed order
 * @throws Error if a plan does not match its interface: a plan names each value of a call exactly once
 */
export function describeDeployment(
  subject: ClearSigningSubject,
  texts: ClearSigningTexts,
): Record<string, Descriptor> {
  const at = (address: string): DeployedAt => ({ chainId: subject.chainId, address: getAddress(address) })
  const tokens = (wanted: (symbol: TokenSymbol) => boolean) =>
    TOKEN_SYMBOLS.filter(wanted).map((symbol) => at(subject.tokens[symbol].address))
  const burnable: readonly TokenSymbol[] = ['MCM', 'GALX']
  const permits = (symbol: TokenSymbol) => subject.tokens[symbol].permit
  const placesOf: Partial<Record<CallSubject, DeployedAt[]>> = {
    PlainToken: tokens((symbol) => !permits(symbol)),
    Token: tokens((symbol) => permits(symbol) && !burnable.includes(symbol)),
    BurnableToken: tokens((symbol) => burnable.includes(symbol)),
  }
  const files: Record<string, Descriptor> = {}
  for (const name of Object.keys(CALL_PLANS) as CallSubject[]) {
    const address = subject.contracts[name]
    const deployments = placesOf[name] ?? (address === undefined ? [] : [at(address)])
    if (deployments.length > 0)
      files[`calldata-${name}.json`] = callDescriptor(name, deployments, subject, texts)
  }
  const vault = subject.contracts.ZnVault
  const permitted = [...tokens(permits), ...(vault === undefined ? [] : [at(vault)])]
  files['eip712-Permit.json'] = messageDescriptor('Permit', permitted, subject, texts)
  const vouchers = subject.contracts.RewardVouchers
  if (vouchers !== undefined)
    files['eip712-Voucher.json'] = messageDescriptor('Voucher', [at(vouchers)], subject, texts)
  return files
}

function callDescriptor(
  name: CallSubject,
  deployments: DeployedAt[],
  subject: ClearSigningSubject,
  texts: ClearSigningTexts,
): Descriptor {
  const plans = CALL_PLANS[name] as Readonly<Record<string, readonly FieldPlan[]>>
  const words = texts.calls[name] as Readonly<Record<string, readonly [string, string]>>
  const formats = Object.entries(plans).map(([planned, fields]): [string, DescriptorFormat] => {
    const [intent = '', sentence = ''] = words[planned] ?? []
    const { signature } = plannedFunction(name, planned, fields)
    return [signature, formatOf(intent, sentence, fields, texts)]
  })
  const used = Object.values(plans).flat()
  return {
    $schema: SCHEMA_URL,
    context: { $id: `GALX ${name}`, contract: { deployments } },
    metadata: { ...ownerOf(name, subject), ...tablesOf(used, subject, texts) },
    display: { formats: Object.fromEntries(formats) },
  }
}

function messageDescriptor(
  name: keyof typeof MESSAGE_PLANS,
  deployments: DeployedAt[],
  subject: ClearSigningSubject,
  texts: ClearSigningTexts,
): Descriptor {
  const fields: readonly FieldPlan[] = MESSAGE_PLANS[name]
  const [intent, sentence] = texts.messages[name]
  const type = MESSAGE_TYPES[name]
  assertPlanned(name, leavesOf(type), fields)
  return {
    $schema: SCHEMA_URL,
    context: { $id: `GALX ${name}`, eip712: { deployments } },
    metadata: { ...ownerOf(name, subject), ...tablesOf(fields, subject, texts) },
    display: { formats: { [encodeTypeOf(name, type)]: formatOf(intent, sentence, fields, texts) } },
  }
}

function ownerOf(contractName: string, { info }: ClearSigningSubject) {
  return { owner: 'GALX', contractName, ...(info && { info }) }
}

/** The function of the interface for a plan. @throws Error if no function matches the plan */
export function plannedFunction(name: CallSubject, planned: string, fields: readonly FieldPlan[]) {
  const [functionName] = planned.split(' ')
  const functions = CALL_ABIS[name].filter(
    (item): item is AbiFunction => item.type === 'function' && item.name === functionName,
  )
  const own = fields.filter(({ path }) => !path.startsWith('@.')).length
  const found = functions.find(({ inputs }) => leavesOf(inputs).length === own)
  if (found === undefined) throw new Error(`${name} has no function ${planned} with ${own} values`)
  assertPlanned(`${name}.${planned}`, leavesOf(found.inputs), fields)
  return { signature: signatureOf(found), selector: toFunctionSelector(found) }
}

function assertPlanned(name: string, leaves: readonly string[], fields: readonly FieldPlan[]): void {
  const planned = fields.map(({ path }) => path).filter((path) => !path.startsWith('@.'))
  const missing = leaves.filter((leaf) => !planned.includes(leaf))
  const unknown = planned.filter((path, index) => !leaves.includes(path) || planned.indexOf(path) !== index)
  if (missing.length + unknown.length > 0)
    throw new Error(`${name}: not planned ${missing.join(', ')}; not in the interface ${unknown.join(', ')}`)
}

function formatOf(
  intent: string,
  sentence: string,
  fields: readonly FieldPlan[],
  texts: ClearSigningTexts,
): DescriptorFormat {
  return {
    intent,
    interpolatedIntent: sentence,
    fields: fields.map((field) => fieldOf(field, texts)),
  }
}

function fieldOf(plan: FieldPlan, texts: ClearSigningTexts): DescriptorField {
  const { path, visible } = plan
  const field = (format: DescriptorField['format'], params?: DescriptorParams): DescriptorField => ({
    path,
    label: texts.labels[plan.label],
    format,
    ...(params && { params }),
    ...(visible && { visible }),
  })
  switch (plan.format) {
    case 'raw':
      return field('raw')
    case 'address':
      return field('addressName', { types: ['eoa', 'wallet', 'contract'], sources: ['local', 'ens'] })
    case 'ticker':
      return field('tokenTicker')
    case 'native':
      return field('amount')
    case 'date':
      return field('date', { encoding: 'timestamp' })
    case 'pass':
      return field('nftName', { collectionPath: '@.to' })
    case 'pool':
      return field('enum', { $ref: '$.metadata.enums.pools' })
    case 'program':
      return field('enum', { $ref: '$.metadata.enums.programs' })
    case 'tier':
      return field('enum', { $ref: '$.metadata.enums.tiers' })
    case 'call':
      return field('calldata', { calleePath: plan.callee })
    case 'token':
      return field('tokenAmount', {
        ...tokenOf(plan.token),
        ...(plan.unlimited && { threshold: UNLIMITED, message: texts.unlimited }),
      })
  }
}

function tokenOf(source: (FieldPlan & { format: 'token' })['token']): DescriptorParams {
  if (source === 'vaultAsset') return { token: '$.metadata.constants.asset' }
  if ('path' in source) return { tokenPath: source.path }
  return 'stakedIn' in source
    ? { token: { map: '$.metadata.maps.stakeTokens', keyPath: source.stakedIn } }
    : { token: { map: '$.metadata.maps.programTokens', keyPath: source.paidBy } }
}

/** The constants, enums and maps that the fields refer to. */
function tablesOf(
  fields: readonly FieldPlan[],
  subject: ClearSigningSubject,
  texts: ClearSigningTexts,
): Pick<Descriptor['metadata'], 'constants' | 'enums' | 'maps'> {
  const uses = (format: FieldPlan['format']) => fields.some((field) => field.format === format)
  const sources = fields.flatMap((field) => (field.format === 'token' ? [field.token] : []))
  const drawsOn = (name: 'stakedIn' | 'paidBy') =>
    sources.some((source) => typeof source === 'object' && name in source)
  const pools = POOL_KEYS.flatMap((key) => {
    const pool = subject.pools[key]
    return pool === undefined ? [] : [{ key, ...pool }]
  })
  const programs = PROGRAM_KEYS.flatMap((key) => {
    const program = subject.programs[key]
    return program === undefined ? [] : [{ key, ...program }]
  })
  const addressOf = (symbol: TokenSymbol) => getAddress(subject.tokens[symbol].address)
  const enums = {
    ...(uses('pool') && { pools: Object.fromEntries(pools.map(({ id, key }) => [id, texts.pools[key]])) }),
    ...(uses('program') && {
      programs: Object.fromEntries(programs.map(({ id, key }) => [id, texts.programs[key]])),
    }),
    ...(uses('tier') && { tiers: tiersOf(pools, texts) }),
  }
  const maps = {
    ...(drawsOn('stakedIn') && {
      stakeTokens: {
        $keyType: 'uint256',
        values: Object.fromEntries(pools.map(({ id, stakeToken }) => [id, addressOf(stakeToken)])),
      },
    }),
    ...(drawsOn('paidBy') && {
      programTokens: {
        $keyType: 'uint256',
        values: Object.fromEntries(
          programs.flatMap(({ id, token }) => (token === null ? [] : [[id, addressOf(token)]])),
        ),
      },
    }),
  }
  return {
    ...(sources.includes('vaultAsset') && { constants: { asset: addressOf('GALX') } }),
    ...(Object.keys(enums).length > 0 && { enums }),
    ...(Object.keys(maps).length > 0 && { maps }),
  }
}

/** The meaning of a tier's number: the term in most pools, and the names of the pools with another term. */
function tiersOf(
  pools: readonly { key: PoolKey; tiers: readonly { duration: number }[] }[],
  texts: ClearSigningTexts,
): Record<string, string> {
  const most = Math.max(0, ...pools.map(({ tiers }) => tiers.length))
  const term = (seconds: number) => (seconds === 0 ? texts.flexible : texts.days(seconds / DAY))
  return Object.fromEntries(
    Array.from({ length: most }, (_, index) => {
      const terms = new Map<string, string[]>()
      for (const { key, tiers } of pools) {
        const tier = tiers[index]
        if (tier === undefined) continue
        const name = term(tier.duration)
        terms.set(name, [...(terms.get(name) ?? []), texts.pools[key]])
      }
      const [first, ...others] = [...terms].sort(([, one], [, other]) => other.length - one.length)
      const texted = [first?.[0] ?? '', ...others.map(([name, names]) => `${name} (${names.join(', ')})`)]
      return [String(index), texted.join('; ')]
    }),
  )
}
