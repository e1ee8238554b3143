import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Statement of a year',
  lead: 'Every token amount that went in and out of this address in one year (UTC), to the smallest unit, from final blocks of the chain.',
  year: 'Year',
  format: 'Format',
  proof:
    'Anyone can make this file again from the chain’s logs and compare each line: npm run audit:rewards -- --statement FILE',
  program: (name: string) =>
    `The columns that ${name} imports. Block and hash are in the GALX format only. Check how your tax office sees each kind.`,
  save: 'Save the file',
  failed: 'No file was made: the server or the node does not answer. Please try again later.',
} satisfies Translation<typeof chinese>
