/** Reads the parts of an epoch's file that concern one account and program. */
import { keccak256, stringToBytes } from 'viem/utils'
import { FileUnreadableError, parseHeader, rowIn, type EpochHeader, type EpochRow } from './epochFile.ts'
import type { CheckInput, Sources } from './input.ts'

export function hashOf(text: string): string {
  return keccak256(stringToBytes(text))
}

/** `row`: the account's row of the program; null if the part has no such row */
export type ReadFile = { header: EpochHeader; hash: string; row: EpochRow | null }

/** An epoch's header and the account's row. @throws FileUnreadableError if the file breaks the format, Error if the server does not answer */
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
    throw new FileUnreadableError(`part ${digits} is missing or has another hash`)
  return {
    header,
    hash: hashOf(headerText),
    row: rowIn(partText, BigInt(epoch), account, shown.program),
  }
}
