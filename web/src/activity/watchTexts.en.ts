import type { Translation } from '../i18n/texts.ts'
import type chinese from './watchTexts.zh.ts'

export default {
  title: 'Look at any address',
  label: 'Address',
  text: 'No wallet needed: stakes, earnings, bonuses and history are public on the chain.',
  look: 'Look',
  wrong: 'This is not a whole address: 0x and 40 characters, in upper and lower case as given',
  banner: (address) => `You are viewing ${address}, read only`,
  leave: 'Leave',
  back: 'Back',
  whole: 'Whole address',
  owed: { title: 'Claimable', none: 'Nothing to claim now', day: (rate) => `≈ ${rate} per day` },
  bonuses: {
    title: 'Bonuses',
    none: 'This address was never granted a bonus',
    failed: 'The bonuses cannot be read now',
    failedText: 'The server does not answer. Granted bonuses are in the published files and are not lost.',
    granted: 'Granted in all',
    drawn: 'Claimed',
  },
  passes: {
    title: 'Node passes',
    none: 'This address holds no node pass',
    failed: 'The passes cannot be read now',
  },
  retry: 'Try again',
} satisfies Translation<typeof chinese>
