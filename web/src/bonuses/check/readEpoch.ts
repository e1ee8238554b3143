/** An epoch's file, as far as it concerns one account and program. */
import { keccak256, stringToBytes } from 'viem/utils'
import { FileUnreadableError, parseHeader, rowIn, type EpochHeader, type EpochRow } from './epochFile.ts'
import type { CheckInput, Sources } from './input.ts'

export function hashOf(text: string): string {
  return keccak256(stringToBytes(text))
}

/** `row`: the account's of the program; null where the part has none */
export type ReadFile = { header: EpochHeader; hash: string; row: EpochRow | null }

/** An epoch's header and the account's row in it. @throws FileUnreadableError, or where the server does not answer */
export async function readEpoch(
  { account, apiUrl, shown }: CheckInput,
  { text }: Sources,
  epoch: number,
): Promise<ReadFile> {
  const digits = account.slice(2, 4)
  const [headerText, partText] = await Promise.all([
    text(`${apiUrl}/api/epochs/${epoch}/header`),
    text(`${apiUrl}/api/epochs/${epoch}/parts/${digits}`),
  ])
  if (headerText === null) throw new FileUnreadableError('there is no header')
  const header = parseHeader(headerText)
  const expected = header.parts.get(digits)
  if (expected === undefined) return { header, hash: hashOf(headerText), row: null }
  if (partText === null || hashOf(partText) !== expected)
    throw new FileUnreadableError(`part ${digits} is another one`)
  return {
    header,
    hash: hashOf(headerText),
    row: rowIn(partText, BigInt(epoch), account, shown.program),
  }
}
