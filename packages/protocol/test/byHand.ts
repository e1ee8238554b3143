/** Builds a claim as docs/runbook.md describes it ("A voucher by hand"), from the runbook's call and one line of vouchers.json. */
import { readFileSync } from 'node:fs'
import { parseAbi, type Abi } from 'viem'

export type VoucherLine = Record<string, string | number>

/** @returns `r` and `vs` of a signature of 65 bytes */
function split(bytes: string | number): [r: string, vs: string] {
  const signature = String(bytes).slice('0x'.length)
  const [r, s, v] = [signature.slice(0, 64), signature.slice(64, 128), signature.slice(128)]
  const first = Number.parseInt(s[0]!, 16) + (v === '1c' ? 8 : 0)
  return [`0x${r}`, `0x${first.toString(16)}${s.slice(1)}`]
}

/** @param line one line of vouchers.json @returns the ABI of the runbook's call, and the call's argument, made by the runbook's steps */
export function byHand(line: VoucherLine): { abi: Abi; value: readonly unknown[] } {
  const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8')
  const [, call] = /cast send REWARD_VOUCHERS '(claimMany\([^']+\))'/.exec(runbook)!
  const { programId, account: paid, cumulative, deadline, signersNonce } = line
  return {
    abi: parseAbi([`function ${call!}`] as string[]) as Abi,
    value: [
      [
        [
          programId,
          paid,
          cumulative,
          deadline,
          signersNonce,
          split(line.signature!),
          split(line.coSignature!),
        ],
      ],
    ],
  }
}
