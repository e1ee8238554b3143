import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  unsupported: 'Please open this app in a supported wallet',
  connectFailed: 'Failed to connect to wallet',
  connectRefused: 'Failed to connect to wallet: you declined in the wallet',
  switchFailed: 'Please switch to the BSC main network',
  switchRefused: 'Please switch to the BSC main network: you declined in the wallet',
  signElsewhere: 'The server’s text is not a sign-in to this site. Nothing was signed',
  signRefused: 'You declined the signature in the wallet and are not signed in',
  signFailed: 'Signing failed, please try again',
  systemError: 'System error, try again later',
  chooseTitle: 'Choose a wallet',
  chooseHint: 'There are several wallets in this browser. Which one should be connected?',
} satisfies Translation<typeof chinese>
