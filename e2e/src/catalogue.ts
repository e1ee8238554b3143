/** The app's own texts, without the fixed texts that the product promises (texts.ts). */
import bonusesZh from '../../web/src/bonuses/texts.zh.ts'
import bonusesEn from '../../web/src/bonuses/texts.en.ts'
import bonusesVi from '../../web/src/bonuses/texts.vi.ts'
import earnZh from '../../web/src/pages/earn/texts.zh.ts'
import earnEn from '../../web/src/pages/earn/texts.en.ts'
import earnVi from '../../web/src/pages/earn/texts.vi.ts'
import othersZh from '../../web/src/pages/earn/others/texts.zh.ts'
import othersEn from '../../web/src/pages/earn/others/texts.en.ts'
import othersVi from '../../web/src/pages/earn/others/texts.vi.ts'
import passesZh from '../../web/src/passes/texts.zh.ts'
import passesEn from '../../web/src/passes/texts.en.ts'
import passesVi from '../../web/src/passes/texts.vi.ts'
import safeZh from '../../web/src/pages/safe/texts.zh.ts'
import safeEn from '../../web/src/pages/safe/texts.en.ts'
import safeVi from '../../web/src/pages/safe/texts.vi.ts'
import activityEn from '../../web/src/activity/texts.en.ts'
import communityEn from '../../web/src/pages/community/texts.en.ts'
import demoEn from '../../web/src/demo/texts.en.ts'
import designEn from '../../web/src/design/texts.en.ts'
import invitationEn from '../../web/src/invitation/texts.en.ts'
import exchangeEn from '../../web/src/products/exchange/texts.en.ts'
import galxEn from '../../web/src/products/galx/texts.en.ts'
import pageNamesEn from '../../web/src/pages/names/texts.en.ts'
import shellEn from '../../web/src/shell/texts.en.ts'
import sheetsEn from '../../web/src/staking/sheetTexts.en.ts'
import stakingEn from '../../web/src/staking/texts.en.ts'
import startEn from '../../web/src/pages/start/texts.en.ts'
import errorsEn from '../../web/src/core/transactions/errorTexts.en.ts'
import activityVi from '../../web/src/activity/texts.vi.ts'
import communityVi from '../../web/src/pages/community/texts.vi.ts'
import demoVi from '../../web/src/demo/texts.vi.ts'
import designVi from '../../web/src/design/texts.vi.ts'
import invitationVi from '../../web/src/invitation/texts.vi.ts'
import swapVi from '../../web/src/swap/texts.vi.ts'
import exchangeVi from '../../web/src/products/exchange/texts.vi.ts'
import galxVi from '../../web/src/products/galx/texts.vi.ts'
import pageNamesVi from '../../web/src/pages/names/texts.vi.ts'
import shellVi from '../../web/src/shell/texts.vi.ts'
import sheetsVi from '../../web/src/staking/sheetTexts.vi.ts'
import stakingVi from '../../web/src/staking/texts.vi.ts'
import startVi from '../../web/src/pages/start/texts.vi.ts'
import errorsVi from '../../web/src/core/transactions/errorTexts.vi.ts'
import transactionsVi from '../../web/src/core/transactions/texts.vi.ts'
import zapVi from '../../web/src/zap/texts.vi.ts'
import linkedVi from '../../web/src/core/transactions/linkedTexts.vi.ts'
import walletVi from '../../web/src/core/wallet/texts.vi.ts'
import errors from '../../web/src/core/transactions/errorTexts.zh.ts'
import transactionsEn from '../../web/src/core/transactions/texts.en.ts'
import linkedEn from '../../web/src/core/transactions/linkedTexts.en.ts'
import swapEn from '../../web/src/swap/texts.en.ts'
import walletEn from '../../web/src/core/wallet/texts.en.ts'
import zapEn from '../../web/src/zap/texts.en.ts'
import activity from '../../web/src/activity/texts.zh.ts'
import community from '../../web/src/pages/community/texts.zh.ts'
import demoZh from '../../web/src/demo/texts.zh.ts'
import design from '../../web/src/design/texts.zh.ts'
import invitation from '../../web/src/invitation/texts.zh.ts'
import exchange from '../../web/src/products/exchange/texts.zh.ts'
import galx from '../../web/src/products/galx/texts.zh.ts'
import pageNames from '../../web/src/pages/names/texts.zh.ts'
import shell from '../../web/src/shell/texts.zh.ts'
import sheets from '../../web/src/staking/sheetTexts.zh.ts'
import stakingZh from '../../web/src/staking/texts.zh.ts'
import start from '../../web/src/pages/start/texts.zh.ts'
import transactions from '../../web/src/core/transactions/texts.zh.ts'
import linked from '../../web/src/core/transactions/linkedTexts.zh.ts'
import swap from '../../web/src/swap/texts.zh.ts'
import wallet from '../../web/src/core/wallet/texts.zh.ts'
import zap from '../../web/src/zap/texts.zh.ts'

type DemoTexts = typeof demoZh | typeof demoEn | typeof demoVi

/** The texts of the demo wallet's window that tests look for; the wallet's questions by kind. */
function demoOf(texts: DemoTexts) {
  const { name, confirm, reject, faucet } = texts
  return {
    name,
    confirm,
    reject,
    faucet,
    connect: texts.connectTitle,
    switch: texts.switchTitle,
    sign: texts.signTitle,
    permit: texts.permitTitle,
    transaction: texts.transactionTitle,
    calls: texts.callsTitle,
  }
}

export type DemoQuestion = 'connect' | 'switch' | 'sign' | 'permit' | 'transaction' | 'calls'

export const CATALOGUE = {
  zh_CN: {
    bonuses: bonusesZh,
    earn: earnZh,
    others: othersZh,
    passes: passesZh,
    safe: safeZh,
    activity,
    community,
    demo: demoOf(demoZh),
    design,
    exchange: { ...exchange, ...swap },
    galx,
    invitation,
    linked,
    pageNames,
    shell,
    staking: { ...stakingZh, ...sheets },
    start,
    transactions,
    errors,
    wallet,
    zap,
  },
  en_US: {
    bonuses: bonusesEn,
    earn: earnEn,
    others: othersEn,
    passes: passesEn,
    safe: safeEn,
    activity: activityEn,
    community: communityEn,
    design: designEn,
    exchange: { ...exchangeEn, ...swapEn },
    galx: galxEn,
    invitation: invitationEn,
    linked: linkedEn,
    pageNames: pageNamesEn,
    shell: shellEn,
    staking: { ...stakingEn, ...sheetsEn },
    start: startEn,
    transactions: transactionsEn,
    errors: errorsEn,
    wallet: walletEn,
    zap: zapEn,
    demo: demoOf(demoEn),
  },
  vi_VN: {
    bonuses: bonusesVi,
    earn: earnVi,
    others: othersVi,
    passes: passesVi,
    safe: safeVi,
    activity: activityVi,
    community: communityVi,
    design: designVi,
    exchange: { ...exchangeVi, ...swapVi },
    galx: galxVi,
    invitation: invitationVi,
    linked: linkedVi,
    pageNames: pageNamesVi,
    shell: shellVi,
    staking: { ...stakingVi, ...sheetsVi },
    start: startVi,
    transactions: transactionsVi,
    errors: errorsVi,
    wallet: walletVi,
    zap: zapVi,
    demo: demoOf(demoVi),
  },
}

/** A text with parameters, as a pattern that matches any values. */
export function pattern(text: (...parameters: string[]) => string, parameters = 1): RegExp {
  const mark = '\u0000'
  const escaped = text(...Array.from({ length: parameters }, () => mark)).replace(
    /[.*+?^${}()|[\]\\]/g,
    '\\$&',
  )
  return new RegExp(escaped.replaceAll(mark, '.+'))
}
