/** An epoch's file in the indexer's form, and all facts that permit the signature of its grants. */
import type { Address, Hex } from 'viem'
import { headerText } from '../../src/ledger/epochFile.ts'
import { keccak } from '../../src/chain/rpc/keccak.ts'
import type { Grant } from '../../src/signer/fileText.ts'
import { maySign, type GrantingFile, type MaySign, type SigningFacts } from '../../src/signer/maySign.ts'

const ZERO_HASH: Hex = `0x${'00'.repeat(32)}`
const GALX = 11n

export type PaperFile = GrantingFile & { header: string; published: Hex }

/** @param grants of the program `galx`, all made in this epoch @param total their sum in the header, wei */
export function paperFile(
  epoch: number,
  grants: readonly Grant[],
  total = grants.reduce((sum, { cumulative }) => sum + cumulative, 0n),
): PaperFile {
  const lines = new Map<number, string[]>()
  for (const { account, program, cumulative } of grants) {
    const part = Number.parseInt(account.slice(2, 4), 16)
    const line = `${account} ${program} 1 ${cumulative} ${cumulative}\n`
    const known = lines.get(part)
    if (known === undefined) lines.set(part, [line])
    else known.push(line)
  }
  const parts = new Map(
    [...lines]
      .sort(([one], [other]) => one - other)
      .map(([part, rows]) => {
        const name = part.toString(16).padStart(2, '0')
        return [part, `GALX epoch part 1\nepoch ${epoch}\npart ${name}\n${rows.join('')}`]
      }),
  )
  const header = headerText({
    chainId: 56,
    genesisHash: ZERO_HASH,
    contracts: [],
    ruleset: { number: 1, hash: ZERO_HASH },
    epoch,
    duration: 60,
    first: null,
    last: null,
    previous: null,
    programs: [
      {
        key: 'galx',
        id: GALX,
        grantable: total,
        points: 1n,
        bonuses: total,
        cumulative: total,
        accounts: grants.length,
      },
    ],
    parts: [...parts].map(([part, text]) => ({
      part,
      rows: lines.get(part)!.length,
      hash: keccak(Buffer.from(text)),
    })),
  })
  return { epoch, header, parts, published: keccak(Buffer.from(header)) }
}

export const PAPER_COSIGNER: Address = `0x${'c0'.repeat(20)}`

/** Facts that permit signing the file's grants with the keys of `signer` and PAPER_COSIGNER. */
export function paperFacts(
  file: PaperFile,
  grants: readonly Grant[],
  signer: Address,
): SigningFacts & { read: NonNullable<SigningFacts['read']> } {
  const vested = 10n ** 30n
  const { epoch, published, header } = file
  const keys = { signer, coSigner: PAPER_COSIGNER }
  return {
    epoch,
    halted: false,
    differs: false,
    compared: true,
    alone: false,
    hash: published,
    audited: published,
    published,
    read: {
      programs: [{ key: 'galx', owed: vested, vested }],
      fallen: null,
      signers: { ...keys, nonce: 3n },
      keys,
      vestedOf: new Map([[GALX, vested]]),
      end: (epoch + 1) * 60,
      header,
      file,
      grants,
    },
  }
}

/** @throws Error if the signature is refused */
export function permissionFor(facts: SigningFacts): MaySign {
  const answer = maySign(facts)
  if (answer.ok !== true || answer.refused !== null) throw new Error(JSON.stringify(answer))
  return answer.permission
}
