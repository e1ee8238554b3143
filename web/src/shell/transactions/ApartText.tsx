import { errorTexts } from '../../core/transactions/errorTexts.ts'
import type { ApartReason } from '../../core/transactions/walletBatches.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** Why each step is confirmed on its own. Beside the texts of every error, which load with the first one shown. */
export default function ApartText({ reason }: { reason: ApartReason }) {
  const errors = useTexts(errorTexts)
  return errors.oneByOne(errors.apart[reason])
}
