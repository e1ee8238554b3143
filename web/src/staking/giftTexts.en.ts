import type { Translation } from '../i18n/texts.ts'
import type zh from './giftTexts.zh.ts'

export default {
  older: (count) =>
    `Only the newest positions that others gave you are listed: ${count} older ${count === '1' ? 'number has' : 'numbers have'} not been read. Gifts among them are neither in the list nor in the totals. They are still in the contract, and only you can take them out.`,
  more: 'Read older ones',
  failed:
    'The positions that others gave you cannot be read now. They may be missing in the list and in the totals. They are still in the contract.',
  retry: 'Try again',
} satisfies Translation<typeof zh>
