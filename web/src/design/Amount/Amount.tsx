import { Fragment } from 'react'
import { classNames } from '../classNames.ts'
import { Skeleton } from '../Skeleton/Skeleton.tsx'
import { useAmountsHidden, useTexts } from '../../i18n/useTexts.ts'
import { amountText } from './amountText.ts'
import { Mark } from './said.tsx'
import { shownDecimals } from './shownDecimals.ts'
import styles from './Amount.module.css'
import { designTexts } from '../texts.ts'

/** A value that may be unknown; the shape of the app's readings, which the design system does not import. */
type AmountReading =
  | { readonly status: 'loading' }
  | { readonly status: 'fresh' | 'stale'; readonly value: bigint; readonly at: number }
  | { readonly status: 'failed'; readonly reason: string }

type AmountLook = {
  /** The unit after the number: every amount shows its token. Absent only if the token stands beside the amount. */
  token?: string | undefined
  /** Decimals of the token; 18 by default. */
  decimals?: number | undefined
  /** At least this many decimals are shown; 2 by default. */
  least?: number | undefined
  /** At most this many decimals are shown, rounded towards zero; 6 by default, 8 for BTCB. */
  most?: number | undefined
  /** body inherits the size around it; figure and display are for the main numbers of a page. */
  size?: 'body' | 'figure' | 'display' | undefined
  /** Puts + before an amount above 0. The amount is not green: green means checked. */
  gain?: boolean | undefined
  /** A figure that is not the holder's own, such as a pool's total: also shown while the holder's amounts are hidden. */
  shared?: boolean | undefined
}

export type AmountProps = {
  /** In the token's smallest unit. */
  value: bigint
} & AmountLook

/** A known amount of a token, in tabular figures. For an amount that may be unknown see ReadingAmount. */
export function Amount({
  value,
  token,
  decimals = 18,
  least = 2,
  most = shownDecimals(token),
  size = 'body',
  gain = false,
  shared = false,
}: AmountProps) {
  const hidden = useAmountsHidden() && !shared
  const text = amountText(value, decimals, least, most)
  return (
    <span className={classNames(styles.amount, styles[size])}>
      {/* With another number of digits, all parts are new elements: the browser then does not count the other parts as moved. */}
      <Fragment key={hidden ? 'hidden' : text.length}>
        {gain && value > 0n && !hidden && '+'}
        {hidden ? <Mark /> : <Figures text={text} />}
        {token !== undefined && <span className={styles.token}> {token}</span>}
      </Fragment>
    </span>
  )
}

/** The figures of an amount. The decimals after the second, and the zeros before the first figure, are quieter. */
function Figures({ text }: { text: string }) {
  const [whole = '', fraction = ''] = text.split('.')
  if (/^[<>]?-?0$/.test(whole) && fraction.startsWith('00')) {
    const zeros = /^0*/.exec(fraction)?.[0] ?? ''
    if (zeros === fraction) return text
    return (
      // A new key for another number of leading zeros: React then replaces the digits, and the browser does not count them as moved.
      <Fragment key={zeros.length}>
        <span className={styles.faint}>
          {whole}.{zeros}
        </span>
        {fraction.slice(zeros.length)}
      </Fragment>
    )
  }
  if (fraction.length <= 2) return text
  return (
    <>
      {whole}.{fraction.slice(0, 2)}
      <span className={styles.decimals}>{fraction.slice(2)}</span>
    </>
  )
}

export type ReadingAmountProps = {
  reading: AmountReading
  /** The skeleton's width in characters of the font: about the width of the expected number. */
  width?: number | undefined
} & AmountLook

/** An amount that may still be unknown: a skeleton while loading, a dash when it failed, a mark when it is stale. */
export function ReadingAmount({ reading, width = 8, ...look }: ReadingAmountProps) {
  const texts = useTexts(designTexts)
  if (reading.status === 'loading') {
    return (
      // A new element, so that the browser does not count the figure as moved.
      <span key="loading" className={classNames(styles.amount, styles[look.size ?? 'body'])}>
        <Skeleton inline width={`${width}ch`} />
      </span>
    )
  }
  if (reading.status === 'failed') {
    return (
      <span className={classNames(styles.amount, styles[look.size ?? 'body'])} title={reading.reason}>
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">{texts.unknownAmount}</span>
      </span>
    )
  }
  if (reading.status === 'fresh') return <Amount value={reading.value} {...look} />
  return (
    <span className={styles.stale}>
      <Amount value={reading.value} {...look} />
      <StaleMark at={reading.at} />
    </span>
  )
}

/** The small mark beside a value that could not be refreshed. `at`: the time of the reading, milliseconds since 1970. */
export function StaleMark({ at }: { at: number }) {
  const texts = useTexts(designTexts)
  const time = new Date(at).toLocaleTimeString(undefined, { hour12: false })
  const text = texts.staleSince(time)
  return (
    <span className={styles.mark} title={text}>
      <span aria-hidden="true">◷</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
