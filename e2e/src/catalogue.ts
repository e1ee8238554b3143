/** The app's own texts, for everything that the product's table of fixed texts leaves to the app. */
import { community as communityEn } from '../../web/src/i18n/en_US/community.ts'
import { galx as galxEn } from '../../web/src/i18n/en_US/galx.ts'
import { shell as shellEn } from '../../web/src/i18n/en_US/shell.ts'
import { start as startEn } from '../../web/src/i18n/en_US/start.ts'
import { transactions as transactionsEn } from '../../web/src/i18n/en_US/transactions.ts'
import { wallet as walletEn } from '../../web/src/i18n/en_US/wallet.ts'
import { community } from '../../web/src/i18n/zh_CN/community.ts'
import { galx } from '../../web/src/i18n/zh_CN/galx.ts'
import { shell } from '../../web/src/i18n/zh_CN/shell.ts'
import { start } from '../../web/src/i18n/zh_CN/start.ts'
import { transactions } from '../../web/src/i18n/zh_CN/transactions.ts'
import { wallet } from '../../web/src/i18n/zh_CN/wallet.ts'

const demo = {
  name: '演示钱包',
  confirm: '确认',
  reject: '拒绝',
  faucet: '领取测试币',
  connect: '连接到此网站？',
  switch: '切换网络？',
  sign: '签名消息？',
  permit: '签名授权？',
  transaction: '发送交易？',
}

const demoEn: typeof demo = {
  name: 'Demo wallet',
  confirm: 'Confirm',
  reject: 'Reject',
  faucet: 'Get test tokens',
  connect: 'Connect to this site?',
  switch: 'Switch network?',
  sign: 'Sign message?',
  permit: 'Sign permit?',
  transaction: 'Send transaction?',
}

export type DemoQuestion = 'connect' | 'switch' | 'sign' | 'permit' | 'transaction'

export const CATALOGUE = {
  zh_CN: { community, galx, shell, start, transactions, wallet, demo },
  en_US: {
    community: communityEn,
    galx: galxEn,
    shell: shellEn,
    start: startEn,
    transactions: transactionsEn,
    wallet: walletEn,
    demo: demoEn,
  },
}

/** A text that carries parameters, as a pattern that takes any of them. */
export function pattern(text: (...parameters: string[]) => string, parameters = 1): RegExp {
  const mark = '\u0000'
  const escaped = text(...Array.from({ length: parameters }, () => mark)).replace(
    /[.*+?^${}()|[\]\\]/g,
    '\\$&',
  )
  return new RegExp(escaped.replaceAll(mark, '.+'))
}
