import type { Translation } from '../../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Picture to share',
  head: 'You are invited to GALX',
  code: 'Invite code',
  promise: 'Your principal is in a contract that nobody can change',
  alt: (code) => `Picture of the invitation with code ${code}`,
  hint: 'You can also press and hold the picture',
  share: 'Share or save',
  failed: 'The picture could not be made. The link on the page works.',
} satisfies Translation<typeof chinese>
