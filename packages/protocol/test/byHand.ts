/** Claiming by hand, as docs/runbook.md says it ("A voucher by hand"): its own text of the call, and a line of vouchers.json. */
import { readFileSync } from 'node:fs'
import { parseAbi, type Abi } from 'viem'

export type VoucherLine = Record<string, string | number>

/** @param line of vouchers.json @returns the call that the runbook names, and its value put together by the runbook's steps */
export function byHand(line: VoucherLine): { abi: Abi; value: readonly unknown[] } {
  const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8')
  const [, call] = /cast send REWARD_VOUCHERS '(claimMany\([^']+\))'/.exec(runbook)!
  const signature = String(line.signature).slice('0x'.length)
  const [r, s, v] = [signature.slice(0, 64), signature.slice(64, 128), signature.slice(128)]
  const first = Number.parseInt(s[0]!, 16) + (v === '1c' ? 8 : 0)
  const vs = `${first.toString(16)}${s.slice(1)}`
  const { programId, account: paid, cumulative, deadline } = line
  return {
    abi: parseAbi([`function ${call!}`] as string[]) as Abi,
    value: [[[programId, paid, cumulative, deadline, `0x${r}`, `0x${vs}`]]],
  }
}
