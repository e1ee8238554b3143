import type { Translation } from '../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Bind an inviter',
  label: 'Invite code',
  hint: '8 letters and digits, from the person who invited you',
  incomplete: (count) => `${count} more to go`,
  checking: 'Looking up the inviter…',
  invalid: 'This invite code is not valid, please check it with your inviter',
  own: 'This is your own code: you cannot invite yourself',
  unreachable: 'The server cannot be reached, so the code cannot be checked now',
  preview: 'Inviter',
  team: (direct, total) => `${direct} direct · ${total} in the team`,
  submit: 'Bind inviter',
  signInFirst: 'Sign in and bind',
  connectFirst: 'Connect, then bind',
  done: 'Bound. It becomes permanent with your first stake',
  retry: 'Try again',
  note: 'Pending at first; your first stake writes it on-chain, then it cannot be changed.',
} satisfies Translation<typeof chinese>
