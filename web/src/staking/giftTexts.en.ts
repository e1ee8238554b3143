import type { Translation } from '../i18n/texts.ts'
import type zh from './giftTexts.zh.ts'

export default {
  older: (count) =>
    `Of the positions that others gave you, only the newest are listed: ${count} older ${count === '1' ? 'number has' : 'numbers have'} not been looked at. Gifts among them are neither listed nor in the totals. They are still in the contract, and you alone can take them out.`,
  more: 'Look at older ones',
  failed:
    'The positions that others gave you cannot be read at the moment. They may be missing in the list and in the totals. They are still in the contract.',
  retry: 'Try again',
} satisfies Translation<typeof zh>
