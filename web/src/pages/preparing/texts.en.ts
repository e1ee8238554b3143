import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  preparing: 'Coming soon',
  preparingText:
    'This page is being prepared. Meanwhile, staking, claiming and inviting in the GALX ecosystem all work.',
  preparingHint: 'Once finished it appears right here.',
  preparingAction: 'Go to the GALX ecosystem',
  community: 'My community',
} satisfies Translation<typeof chinese>
