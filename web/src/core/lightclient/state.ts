/** An account and its storage, proven by the answer of `eth_getProof` and a state root. Only the answer's trie nodes are read, never its figures. */
import { fromRlp, keccak256, pad, type Hex } from 'viem'
import { InvalidAnswerError } from './header.ts'
import { provenValue } from './trie.ts'

export type AccountState = {
  /** the hash of empty code if there is no such account */
  codeHash: Hex
  /** the values of the slots, in the order of the slots */
  values: bigint[]
}

const NO_CODE = keccak256('0x')

/** @throws InvalidAnswerError unless the answer proves the account and every slot */
export function provenState(
  stateRoot: Hex,
  address: Hex,
  slots: readonly Hex[],
  answer: unknown,
): AccountState {
  const { accountProof, storageProof } = Object(answer) as Record<string, unknown>
  if (!Array.isArray(accountProof) || !Array.isArray(storageProof))
    throw new InvalidAnswerError('proof', 'there is no proof')
  if (storageProof.length !== slots.length)
    throw new InvalidAnswerError('proof', 'the proofs are for other slots')
  const account = provenValue(stateRoot, address, accountProof)
  if (account === null) return { codeHash: NO_CODE, values: slots.map(() => 0n) }
  const [, , storageRoot, codeHash] = fromRlp(account, 'hex') as [Hex, Hex, Hex, Hex]
  const values = slots.map((slot, index) => {
    const { proof } = Object(storageProof[index]) as Record<string, unknown>
    if (!Array.isArray(proof)) throw new InvalidAnswerError('proof', 'a slot has no proof')
    const value = provenValue(storageRoot, pad(slot, { size: 32 }), proof)
    const word = value === null ? '0x' : (fromRlp(value, 'hex') as Hex)
    // Foundry's node also stores zeros, as empty values.
    return word === '0x' ? 0n : BigInt(word)
  })
  return { codeHash, values }
}
