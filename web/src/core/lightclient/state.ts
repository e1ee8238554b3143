/** What an account and its storage are, by the answer of `eth_getProof` and a state root. The answer's own figures are not read: its nodes are. */
import { fromRlp, keccak256, pad, type Hex } from 'viem'
import { Refused } from './header.ts'
import { provenValue } from './trie.ts'

export type AccountState = {
  /** of no code where there is no such account */
  codeHash: Hex
  /** of the slots, in their order */
  values: bigint[]
}

const NO_CODE = keccak256('0x')

/** @throws Refused where the answer does not prove all of it */
export function provenState(
  stateRoot: Hex,
  address: Hex,
  slots: readonly Hex[],
  answer: unknown,
): AccountState {
  const { accountProof, storageProof } = Object(answer) as Record<string, unknown>
  if (!Array.isArray(accountProof) || !Array.isArray(storageProof)) throw new Refused('there is no proof')
  if (storageProof.length !== slots.length) throw new Refused('a proof is of other slots')
  const account = provenValue(stateRoot, address, accountProof)
  if (account === null) return { codeHash: NO_CODE, values: slots.map(() => 0n) }
  const [, , storageRoot, codeHash] = fromRlp(account, 'hex') as [Hex, Hex, Hex, Hex]
  const values = slots.map((slot, index) => {
    const { proof } = Object(storageProof[index]) as Record<string, unknown>
    if (!Array.isArray(proof)) throw new Refused('there is no proof of a slot')
    const value = provenValue(storageRoot, pad(slot, { size: 32 }), proof)
    const word = value === null ? '0x' : (fromRlp(value, 'hex') as Hex)
    // A node of Foundry's also stores zeros, as nothing.
    return word === '0x' ? 0n : BigInt(word)
  })
  return { codeHash, values }
}
