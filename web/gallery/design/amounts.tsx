import { useState } from 'react'
import { cleanAmount } from '../../src/core/money/cleanAmount.ts'
import { Amount, ReadingAmount } from '../../src/design/Amount/Amount.tsx'
import { AmountField, type AmountFieldProps } from '../../src/design/AmountField/AmountField.tsx'
import { CostLine } from '../../src/design/CostLine/CostLine.tsx'
import { PoolMark } from '../../src/design/PoolMark/PoolMark.tsx'
import { TokenBadge } from '../../src/design/TokenBadge/TokenBadge.tsx'
import { ReserveBar } from '../../src/design/ReserveBar/ReserveBar.tsx'
import { POOL_KEYS, TOKEN_SYMBOLS } from '@galx/protocol/products'
import { say, type Entries } from '../entry.ts'

const ONE = 10n ** 18n
const AMOUNT = 1_234_567_890_123_456_789_012n
const READ_AT = Date.now() - 90_000

function Field({ start, ...rest }: Partial<AmountFieldProps> & { start: string }) {
  const [value, setValue] = useState(start)
  return (
    <AmountField
      label={say('质押数量', 'Amount to stake')}
      token="GALX"
      value={value}
      onChange={setValue}
      clean={cleanAmount}
      {...rest}
    />
  )
}

function cost(elapsed: number) {
  return (
    <CostLine
      pool="mcf"
      elapsed={elapsed}
      start={say('首日 15%', 'from 15%')}
      today={say('今天 5.92%', 'today 5.92%')}
      end={say('到期 0', 'nothing')}
      label={say('提前退出的费用逐日下降', 'The cost of leaving early falls every day')}
    />
  )
}

function marks(elapsed: number, done = false) {
  return POOL_KEYS.map((pool) => (
    <PoolMark key={pool} pool={pool} token="GALX" elapsed={elapsed} done={done} />
  ))
}

export default {
  Amount: {
    body: () => <Amount value={AMOUNT} token="GALX" />,
    'figure, gain': () => <Amount value={AMOUNT} token="GALX" size="figure" gain />,
    display: () => <Amount value={AMOUNT} token="GALX" size="display" />,
    zero: () => <Amount value={0n} token="GALX" />,
    'very small': () => <Amount value={123_456_789_012n} token="GALX" most={9} />,
    'very large': () => <Amount value={987_654_321_098_765_432n * ONE} token="GALX" size="display" />,
    loading: () => <ReadingAmount reading={{ status: 'loading' }} token="GALX" />,
    stale: () => <ReadingAmount reading={{ status: 'stale', value: AMOUNT, at: READ_AT }} token="GALX" />,
    failed: () => <ReadingAmount reading={{ status: 'failed', reason: 'no node answers' }} token="GALX" />,
  },
  AmountField: {
    empty: () => <Field start="" hint={say('留空显示千枚的收益', 'Rates are for 1,000 tokens')} />,
    'with balance and shares': () => (
      <Field start="1500" balance={<Amount value={AMOUNT} />} onShare={() => {}} />
    ),
    'loading balance': () => (
      <Field start="" balance={<ReadingAmount reading={{ status: 'loading' }} />} onShare={() => {}} />
    ),
    wrong: () => <Field start="9999999" error={say('GALX 余额不足', 'Not enough GALX')} />,
    'long amount': () => <Field start="123456789012345678.12" token="USDT" onShare={() => {}} />,
    disabled: () => <Field start="10" disabled onShare={() => {}} />,
  },
  ReserveBar: {
    'three parts': () => <ReserveBar token="GALX" parts={[0.8, 0.05, 0.1]} />,
    'all owed': () => <ReserveBar token="MCM" parts={[1]} />,
    nothing: () => <ReserveBar token="BTCB" parts={[]} />,
    short: () => <ReserveBar token="AAA" parts={[1.2]} short />,
  },
  CostLine: {
    'first day': () => cost(0),
    'a third passed': () => cost(0.35),
    'nearly over': () => cost(0.95),
    over: () => cost(1),
  },
  PoolMark: {
    begun: () => marks(0.1),
    'half passed': () => marks(0.5),
    over: () => marks(1, true),
    'large, with text': () => <PoolMark pool="mcf" token="MCM" elapsed={0.61} size={72} text="61%" />,
  },
  TokenBadge: {
    'every token': () => TOKEN_SYMBOLS.map((symbol) => <TokenBadge key={symbol} symbol={symbol} withName />),
    'without name': () => <TokenBadge symbol="GALX" size={40} />,
    unknown: () => <TokenBadge symbol="XYZ" withName />,
  },
} satisfies Entries
