import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  preparing: 'Coming soon',
  preparingText:
    'This page is being prepared. Meanwhile, staking, claiming and inviting in the GALX ecosystem all work.',
  preparingHint: 'Once finished it appears right here.',
  preparingAction: 'Go to the GALX ecosystem',
  community: 'My community',
  oldBrowser: 'This browser cannot open GALX',
  oldBrowserText:
    'GALX needs JavaScript, and Chrome 87, iOS 14 (Safari 14) or newer. Update the browser or the wallet app, or open this link in another browser. Your assets are not affected.',
} satisfies Translation<typeof chinese>
