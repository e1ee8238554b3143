/** Faults that are planted in copies of the sources. A theorem must notice each fault: otherwise the theorem proves nothing. */

export type Fault = {
  /** below contracts/src */
  readonly file: string
  /** occurs exactly once in the file */
  readonly original: string
  readonly replacement: string
  /** the beginning of the name of the theorem that the fault breaks */
  readonly theorem: string
}

const file = 'RewardVouchers.sol'

export const FAULTS: readonly Fault[] = [
  {
    file,
    original: 'state.available = uint96(available - amount);',
    replacement: 'state.available = uint96(available);',
    theorem: 'RewardVouchers.claim ',
  },
  {
    file,
    original: '_token(voucher.program).safeTransfer(to, amount);',
    replacement: '_token(voucher.program).safeTransfer(to, amount + 1);',
    theorem: 'RewardVouchers.claimTo ',
  },
  {
    file,
    original: 'state.available += uint96(amount);',
    replacement: 'state.available += uint96(amount + 1);',
    theorem: 'RewardVouchers.claimMany ',
  },
  {
    file,
    original: 'state.unvested += uint96(received);',
    replacement: 'state.unvested += uint96(amount);',
    theorem: 'RewardVouchers.fund ',
  },
  {
    file,
    original: '(current - state.epoch) * state.budget',
    replacement: '(current - state.epoch + 1) * state.budget',
    theorem: 'RewardVouchers.fund ',
  },
  {
    file,
    original: '(_programIds.length + 1) << 160',
    replacement: '_programIds.length << 160',
    theorem: 'RewardVouchers.createProgram ',
  },
]

/** @returns the text with the fault in it. @throws Error unless the original occurs exactly once */
export function plant(text: string, { file: path, original, replacement }: Fault): string {
  const parts = text.split(original)
  if (parts.length !== 2) throw new Error(`"${original}" stands ${parts.length - 1} times in ${path}`)
  return parts.join(replacement)
}
