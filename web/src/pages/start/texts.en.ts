import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Welcome to GALX',
  invitedTitle: 'You are invited',
  invitedBy: 'Invited by',
  lead: 'Connect, sign in, bind your inviter. Only you can ever take your principal out of the contract.',
  changed: (address) =>
    `Your wallet has switched to ${address}. The other account’s sign-in does not apply to this account: please sign in again.`,
  team: (direct, total) => `${direct} direct · ${total} in the team`,
  lookingUp: 'Looking up the inviter…',
  invalid: 'This invite code is not valid, please check it with your inviter',
  unreachable:
    'The server cannot be reached, so the inviter cannot be shown. You can still connect and stake.',
  retry: 'Try again',
  steps: 'Steps to join',
  step: (number, total) => `Step ${number} of ${total}`,
  done: 'Done',
  connect: {
    title: 'Connect your wallet',
    text: 'It reads your address and touches nothing else.',
    button: 'Connect and continue',
    busy: 'Connecting…',
    switchButton: 'Switch to BSC mainnet',
    done: (address) => `Connected ${address}`,
  },
  signIn: {
    title: 'Sign in',
    text: 'One signature. It costs nothing and approves nothing.',
    button: 'Sign in',
    busy: 'Please sign in your wallet…',
    done: 'Signed in',
  },
  bind: {
    title: 'Bind your inviter',
    text: 'Pending at first, permanent with your first stake.',
    skip: 'No invite code, start right away',
    own: 'This is your own invite link: share it with friends.',
    donePending: (address) => `Inviter ${address}, permanent with your first stake`,
    doneBound: (address) => `Inviter ${address}, on-chain`,
  },
  finish: 'Start staking',
  finishTitle: 'All set',
  finishText: 'Stake, and rewards begin one second later.',
  toCommunity: 'See my community',
} satisfies Translation<typeof chinese>
