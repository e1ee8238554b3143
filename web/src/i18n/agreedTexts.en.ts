import type { Translation } from './texts.ts'
import type chinese from './agreedTexts.zh.ts'

export default {
  verificationSuccessful: 'Verification successful',
  invalidInviteCode: 'Invalid invitation code',
  paymentFailed: 'Payment failed',
  paymentCancelled: 'Payment cancelled',
  insufficientPayment: 'Payment failed: insufficient balance',
  imageTooLarge: 'Image size cannot exceed 5M',
  enterContent: 'Please enter content',
  uploadPictures: 'Please upload pictures',
  highestPromotion: 'Highest promotion reward 100U',
} satisfies Translation<typeof chinese>
