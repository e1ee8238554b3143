import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  label: 'Address of the receiver',
  placeholder: '0x…',
  problem: {
    form: 'An address is 0x and 40 hexadecimal characters',
    checksum: 'Its checksum (capital letters) is wrong: look for a mistyped character',
    zero: 'This is the zero address: it belongs to nobody',
    self: 'This is your own address',
    contract: 'This is a contract of this app and cannot use tokens that it gets',
  },
  hint: 'Paste the whole address and compare every group with the receiver',
  check: 'Compare every group',
  bnbName: (name) => `This address has the name ${name}`,
  resembles:
    'Only the beginning and the end are those of an address that you know. Swindlers make such addresses. The address that you know:',
  enter: 'Enter the address',
} satisfies Translation<typeof chinese>
