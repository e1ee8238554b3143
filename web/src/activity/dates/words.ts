/** Dates in words, in the current language. */
import type { Consequence, Held } from '@galx/protocol/consequences'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import { groupThousands } from '@galx/protocol/units'
import { amountText } from '../../design/Amount/amountText.ts'
import { shownDecimals } from '../../design/Amount/shownDecimals.ts'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { termLength } from '../../staking/format.ts'
import { poolName, programName } from '../../staking/names.ts'
import type { ConfiguredTokens, Due } from './model.ts'
import type { datesTexts } from './texts.ts'

type Texts = ReturnType<typeof datesTexts.current>

/** The notation of a token's amounts. */
type Written = (amount: bigint, token: string) => string

/** An amount that is never hidden, for a file. */
export function openAmount(amount: bigint, token: string): string {
  return `${amountText(amount, 18, 2, shownDecimals(token))} ${token}`
}

function ownAmount(amount: bigint, token: string): string {
  return `${ownText(amountText(amount, 18, 2, shownDecimals(token)))} ${token}`
}

/** The title of a date, and the sentence below the title. @param tokens the tokens of each pool */
export function dueWords(
  texts: Texts,
  due: Due,
  tokens: ConfiguredTokens,
  amountOf: Written = ownAmount,
): [title: string, text: string] {
  switch (due.kind) {
    case 'unlock': {
      const amounts = due.parts.map(({ token, amount }) => amountOf(amount, token)).join(' + ')
      return [texts.unlock(amounts, poolName(due.pool)), texts.unlockText]
    }
    case 'budget':
      return [texts.budget(due.pool === 'zn' ? texts.vault : poolName(due.pool)), texts.budgetText]
    case 'coolDown':
      return [texts.coolDown(String(due.pass)), texts.coolDownText(amountOf(due.bond, 'MCM'))]
    case 'voucher':
      return [
        texts.voucher(programName(due.program)),
        texts.voucherText(amountOf(due.amount, PROGRAM_TOKENS[due.program])),
      ]
    case 'epoch':
      return [texts.epoch(groupThousands(String(due.epoch))), texts.epochText]
    case 'change':
      return [
        texts.change,
        due.consequences.map((one) => consequenceWords(texts, one, tokens, amountOf)).join(' '),
      ]
  }
}

function consequenceWords(
  texts: Texts,
  said: Consequence,
  tokens: ConfiguredTokens,
  amountOf: Written,
): string {
  const { words } = texts
  const bonuses = (list: Held['bonuses']) =>
    list.length === 0
      ? words.noBonus
      : words.wait(
          list.map(({ program, waiting }) => amountOf(waiting, PROGRAM_TOKENS[program])).join(texts.and),
        )
  switch (said.effect) {
    case 'unknown':
    case 'none':
    case 'ownMeans':
    case 'epochReplaced':
      return words[said.effect]
    case 'stakingPauses':
    case 'stakingOpens': {
      const { pool, staked, pair, free } = said
      const named = words[said.effect](pool === null ? words.otherPool : poolName(pool))
      const { stakeToken, pairToken } = (pool === null ? undefined : tokens[pool]) ?? {}
      if (stakeToken === undefined || staked === 0n) return `${named} ${words.noStake}`
      const whole = amountOf(staked, stakeToken)
      const both = pairToken == null || pair === 0n ? whole : `${whole} + ${amountOf(pair, pairToken)}`
      return `${named} ${words.leaves(both, amountOf(free, stakeToken))}`
    }
    case 'depositsPause':
    case 'depositsOpen':
      return `${words[said.effect]} ${said.worth === 0n ? words.noShares : words.shares(amountOf(said.worth, 'GALX'))}`
    case 'claimsPause':
    case 'claimsOpen':
    case 'vouchersVoid':
    case 'vouchersOff':
      return `${words[said.effect]} ${bonuses(said.bonuses)}`
    case 'rulesChange':
      return words.rulesChange(groupThousands(String(said.epoch)))
    case 'noticeChanges': {
      const { count, unit } = termLength(said.seconds)
      return words.noticeChanges(words.duration(String(count), unit))
    }
    case 'feeFalls':
      return words.feeFalls(
        amountOf(said.balance, 'AAA'),
        amountOf(said.before, 'AAA'),
        amountOf(said.after, 'AAA'),
      )
    case 'supplyGrows':
      return words.supplyGrows(openAmount(said.amount, said.token), amountOf(said.balance, said.token))
  }
}
