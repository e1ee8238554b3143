/** Compares the published files of an epoch with the closed epoch. */
import type { Address, Hex } from 'viem'
import type { Differ } from './differences.ts'
import { hashOf } from './epochBytes.ts'
import type { ClosedEpoch } from './world.ts'

export type PublishedVoucher = {
  /** key */
  program: string
  account: Address
  cumulative: bigint
  /** unix seconds */
  deadline: bigint
  /** the nonce of the signers under which the voucher was signed */
  signersNonce: bigint
  /** the signer's */
  signature: Hex
  coSignature: Hex
}

/** The source of epoch files and vouchers; null: the source has none for the epoch. */
export type PublishedFiles = {
  header(epoch: bigint): Promise<string | null>
  part(epoch: bigint, byte: string): Promise<string | null>
  /** absent: the source has only epoch files, like IPFS */
  vouchers?(epoch: bigint): Promise<PublishedVoucher[] | null>
}

/** @returns whether the epoch has a file; a missing file is not a difference yet */
export async function compareEpochFile(
  files: PublishedFiles,
  closed: ClosedEpoch,
  differ: Differ,
): Promise<boolean> {
  const { epoch, parts } = closed
  const header = await files.header(epoch)
  if (header === null) return false
  compareLines(header, closed.header, (found, computed) =>
    differ({
      epoch,
      account: null,
      program: wordOf(found ?? computed, 'program'),
      what: 'line of the header',
      found: found ?? 'missing',
      computed: computed ?? 'none',
    }),
  )
  const bytes = new Set([...parts.map(({ byte }) => byte), ...partsNamed(header)])
  for (const byte of [...bytes].sort()) {
    const found = await files.part(epoch, byte)
    const computed = parts.find((part) => part.byte === byte)
    if (found !== null && computed && hashOf(found) === computed.hash) continue
    compareLines(found ?? '', computed?.text ?? '', (line, wanted) => {
      const [account, program] = (line ?? wanted ?? '').split(' ')
      const isRow = account?.startsWith('0x') === true
      differ({
        epoch,
        program: isRow ? (program ?? null) : null,
        account: isRow ? (account as Address) : null,
        what: isRow ? `row of part ${byte}` : `line of part ${byte}`,
        found: valuesOf(line, isRow) ?? 'missing',
        computed: valuesOf(wanted, isRow) ?? 'none',
      })
    })
  }
  return true
}

/** Points, bonus and cumulative of a row; any other line unchanged. */
function valuesOf(line: string | undefined, isRow: boolean): string | undefined {
  return isRow ? line?.split(' ').slice(2).join(' ') : line
}

function wordOf(line: string | undefined, kind: string): string | null {
  const [first, second] = (line ?? '').split(' ')
  return first === kind ? (second ?? null) : null
}

function partsNamed(header: string): string[] {
  return header.split('\n').flatMap((line) => wordOf(line, 'part') ?? [])
}

/** The key of a line: account and program of a row, the first two words of the header's programs and parts. */
function nameOf(line: string): string {
  const [first, second = ''] = line.split(' ')
  return first!.startsWith('0x') || first === 'program' || first === 'part' ? `${first} ${second}` : first!
}

/** Reports the lines that differ, side by side if they have the same key. If no line differs, reports that order or line ends differ. */
function compareLines(
  found: string,
  computed: string,
  report: (found: string | undefined, computed: string | undefined) => void,
): void {
  if (found === computed) return
  const [ours, theirs] = [computed, found].map(
    (text) => new Map(text.split('\n').map((line) => [nameOf(line), line])),
  ) as [Map<string, string>, Map<string, string>]
  let reported = false
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    if (ours.get(name) === theirs.get(name)) continue
    report(theirs.get(name), ours.get(name))
    reported = true
  }
  if (!reported) report('the same lines in other bytes', 'the canonical bytes')
}
