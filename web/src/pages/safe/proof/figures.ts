/** The figures of /safe whose storage slot is known: each with the contract, the slot, and the page's value. */
import { GUARDED_CONTRACTS, OWNED_CONTRACTS } from '@galx/protocol/ownedContracts'
import { OWN_CONTRACT_NAMES } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { concat, keccak256, toHex } from 'viem'
import type { AskedAccount, ProvenAccount } from '../../../core/lightclient/prove.ts'
import { HOLDERS, OWN_TOKENS, type CodeState, type OwnName, type Safety } from '../readings.ts'

type OneFigure =
  'owner' | 'pending' | 'guardian' | 'signer' | 'coSigner' | 'nonce' | 'publisher' | 'delay' | 'minter'
type FigureName = OneFigure | 'held'

type Figure = {
  contract: OwnName
  name: FigureName
  /** the holder of a token balance */
  holder?: (typeof HOLDERS)[number]
  slot: HexString
  kind: 'address' | 'number'
  shown: bigint | null
}

/** The slot of `owner()`; the next slot holds the pending owner (Ownable2Step). */
const OWNER_SLOTS = { StakingPools: 2, RewardVouchers: 0, ZnVault: 8, EpochLog: 0 }
/** The slot of `guardian()`. In the vault, an amount follows the address in this slot. */
const GUARDIAN_SLOTS = { StakingPools: 4, RewardVouchers: 4, ZnVault: 12 }
/** Solady's ERC20 stores a balance at the hash of the account and this seed. */
const BALANCE_SEED = '0x0000000000000000'.concat('87a211a2') as HexString
const ADDRESS_BITS = 160n

function figuresOf(safety: Safety, config: WebConfig): Figure[] {
  const one = (
    contract: OwnName,
    name: FigureName,
    slot: number,
    shown: bigint | HexString | null,
  ): Figure => ({
    contract,
    name,
    slot: toHex(slot, { size: 32 }),
    kind: typeof shown === 'string' || !['nonce', 'delay'].includes(name) ? 'address' : 'number',
    shown: shown === null ? null : BigInt(shown),
  })
  const { owners, guardians, mints, held, signer, coSigner, signersNonce, publisher, minDelay } = safety
  return [
    ...OWNED_CONTRACTS.flatMap((name) => [
      one(name, 'owner', OWNER_SLOTS[name], owners[name]?.owner ?? null),
      one(name, 'pending', OWNER_SLOTS[name] + 1, owners[name]?.pending ?? null),
    ]),
    ...GUARDED_CONTRACTS.map((name) => one(name, 'guardian', GUARDIAN_SLOTS[name], guardians[name])),
    one('RewardVouchers', 'signer', 5, signer),
    one('RewardVouchers', 'coSigner', 6, coSigner),
    one('RewardVouchers', 'nonce', 7, signersNonce),
    one('EpochLog', 'publisher', 3, publisher),
    one('Timelock', 'delay', 2, minDelay === null ? null : BigInt(minDelay)),
    ...(['MCM', 'GALX'] as const).map((token) => one(token, 'minter', 0, mints[token]?.minter ?? null)),
    ...OWN_TOKENS.flatMap((token) =>
      HOLDERS.map((holder) => ({
        contract: token,
        name: 'held' as const,
        holder,
        kind: 'number' as const,
        slot: keccak256(concat([config.contracts[holder], BALANCE_SEED])),
        shown: held[holder][token],
      })),
    ),
  ]
}

/** The contracts and tokens whose source is in this repository. */
function ownAccounts({ contracts, tokens }: WebConfig): { name: OwnName; address: HexString }[] {
  return [
    ...OWN_CONTRACT_NAMES.map((name) => ({ name, address: contracts[name] })),
    ...OWN_TOKENS.map((name) => ({ name, address: tokens[name].address })),
  ]
}

/** The accounts and slots that a node has to prove. */
export function askedOf(safety: Safety, config: WebConfig): AskedAccount[] {
  const figures = figuresOf(safety, config)
  return ownAccounts(config).map(({ name, address }) => ({
    address,
    slots: figures.filter(({ contract }) => contract === name).map(({ slot }) => slot),
    withCode: true,
  }))
}

export type Difference = Pick<Figure, 'contract' | 'name' | 'holder'> & { shown: string; proven: string }
type Count = { same: number; all: number }
export type Compared = {
  powers: Count
  held: Count
  code: Count
  differences: Difference[]
  otherCode: OwnName[]
}

/** @param proven in the order of `askedOf`, at the same block as `safety` @param stateOf whether code is the published code */
export function compare(
  proven: readonly ProvenAccount[],
  safety: Safety,
  config: WebConfig,
  stateOf: (name: string, code: HexString) => CodeState,
): Compared {
  const accounts = ownAccounts(config)
  const figures = figuresOf(safety, config)
  const differences: Difference[] = []
  const counts = { powers: { same: 0, all: 0 }, held: { same: 0, all: 0 } }
  for (const [index, { name }] of accounts.entries())
    for (const [at, figure] of figures.filter(({ contract }) => contract === name).entries()) {
      const { contract, holder, kind, shown } = figure
      const word = proven[index]!.values[at]!
      const value = kind === 'address' ? word & ((1n << ADDRESS_BITS) - 1n) : word
      const count = counts[figure.name === 'held' ? 'held' : 'powers']
      count.all += 1
      if (value === shown) count.same += 1
      else {
        const text = (it: bigint) => (kind === 'address' ? toHex(it, { size: 20 }) : String(it))
        differences.push({
          contract,
          name: figure.name,
          proven: text(value),
          shown: shown === null ? '—' : text(shown),
          ...(holder !== undefined && { holder }),
        })
      }
    }
  const otherCode = accounts
    .filter(({ name }, index) => stateOf(name, proven[index]!.code ?? '0x') !== 'same')
    .map(({ name }) => name)
  const all = accounts.length
  return { ...counts, code: { same: all - otherCode.length, all }, differences, otherCode }
}
