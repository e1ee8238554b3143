import { useTexts } from '../i18n/useTexts.ts'
import { swapTexts } from '../swap/texts.ts'
import { TokenPicker, type TokenPickerProps } from '../swap/TokenPicker.tsx'

/** The list of the tokens that can pay a stake. */
export default function PaidPicker(props: Omit<TokenPickerProps, 'title'>) {
  return <TokenPicker {...props} title={useTexts(swapTexts).picker.pay} />
}
