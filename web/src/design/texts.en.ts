import type { Translation } from '../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  retry: 'Retry',
  sectionFailed: (name) => `${name}: this part has failed`,
  sectionFailedText: 'Everything else keeps working, and your assets are not affected.',
  copied: 'Copied',
  close: 'Close',
  all: 'Max',
  balance: 'Balance',
  readAs: (given, read) =>
    read === '' ? `“${given}” is not an amount` : `“${given}” was entered as ${read}`,
  balanceShares: 'Part of the balance',
  copy: 'Copy',
  copyOf: (label) => `Copy ${label.toLowerCase()}`,
  copyByHand: 'This browser does not let the app copy. The text is selected: copy it by hand.',
  copyFailed: (text) => `This browser does not let the app copy: ${text}`,
  openInExplorer: 'Open in the block explorer',
  unknownAmount: 'cannot be read right now',
  hiddenAmount: 'hidden',
  staleSince: (time) => `As of ${time}; cannot be refreshed right now`,
  relativeTime: ({ unit, count, future }) => {
    if (unit === 'second' && count < 5) return 'just now'
    const span = `${count} ${unit}${count === 1 ? '' : 's'}`
    return future ? `in ${span}` : `${span} ago`
  },
} satisfies Translation<typeof chinese>
