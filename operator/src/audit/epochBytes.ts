/** The canonical bytes of rulesets, headers and parts, and their hashes: each value has exactly one form (docs/rewards.md). */
import { keccak256, stringToBytes, type Address, type Hex } from 'viem'
import type { Ruleset } from '@galx/protocol/rulesets'

export type BlockName = { number: bigint; hash: Hex }

type HeaderProgram = {
  key: string
  id: bigint
  grantable: bigint
  points: bigint
  bonuses: bigint
  /** Σ cumulative after the epoch */
  cumulative: bigint
  /** rows */
  accounts: number
}

type Header = {
  chainId: number
  genesisHash: Hex
  /** StakingPools, ZnVault, NodePass, RewardVouchers, EpochLog */
  contracts: readonly Address[]
  ruleset: { number: number; hash: Hex }
  epoch: bigint
  epochDuration: bigint
  /** null: no block's time lies within the epoch */
  first: BlockName | null
  last: BlockName | null
  /** null: the first epoch */
  previous: Hex | null
  programs: readonly HeaderProgram[]
  parts: readonly Part[]
}

/** The rows of the accounts whose first byte is `byte`. */
export type Part = { byte: string; rows: number; text: string; hash: Hex }

export type Row = { account: Address; program: string; points: bigint; bonus: bigint; cumulative: bigint }

export function hashOf(text: string): Hex {
  return keccak256(stringToBytes(text))
}

export function rulesetBytes(ruleset: Ruleset): string {
  const { number, firstEpoch, programs, power, vaultCoefficient, qualifying, ladder } = ruleset
  let text = `GALX ruleset 1\nnumber ${number}\nfirstEpoch ${firstEpoch}\n`
  for (const { key, id, rule, pools, vault } of programs)
    text += `program ${key} ${id} ${rule} ${pools.length > 0 ? pools.join(',') : '-'} ${vault ? '1' : '0'}\n`
  for (const { pool, coefficient } of power) text += `power ${pool} ${coefficient}\n`
  text += `power vault ${vaultCoefficient}\n`
  for (const { pool, amount } of qualifying) text += `qualifying ${pool} ${amount}\n`
  for (const { members, amount } of ladder) text += `ladder ${members} ${amount}\n`
  return text
}

export function headerBytes(header: Header): string {
  const { ruleset, epoch, epochDuration: duration, first, last, previous } = header
  let text = `GALX epoch 1\nchain ${header.chainId}\ngenesis ${header.genesisHash}\n`
  text += `contracts ${header.contracts.join(' ')}\n`
  text += `ruleset ${ruleset.number} ${ruleset.hash}\nepoch ${epoch}\n`
  text += `time ${epoch * duration} ${(epoch + 1n) * duration}\n`
  text += `first ${blockText(first)}\nlast ${blockText(last)}\nprevious ${previous ?? '-'}\n`
  for (const { key, id, grantable, points, bonuses, cumulative, accounts } of header.programs)
    text += `program ${key} ${id} ${grantable} ${points} ${bonuses} ${cumulative} ${accounts}\n`
  for (const { byte, rows, hash } of header.parts) text += `part ${byte} ${rows} ${hash}\n`
  return text
}

function blockText(block: BlockName | null): string {
  return block === null ? '-' : `${block.number} ${block.hash}`
}

/** @param rows sorted by account, then in the ruleset's order of programs */
export function partsOf(epoch: bigint, rows: readonly Row[]): Part[] {
  const parts: Part[] = []
  for (let begin = 0; begin < rows.length;) {
    const byte = rows[begin]!.account.slice(2, 4)
    const lines = [`GALX epoch part 1\nepoch ${epoch}\npart ${byte}\n`]
    let end = begin
    for (; end < rows.length && rows[end]!.account.slice(2, 4) === byte; end++) {
      const { account, program, points, bonus, cumulative } = rows[end]!
      lines.push(`${account} ${program} ${points} ${bonus} ${cumulative}\n`)
    }
    const text = lines.join('')
    parts.push({ byte, rows: end - begin, text, hash: hashOf(text) })
    begin = end
  }
  return parts
}
