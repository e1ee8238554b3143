import { useState } from 'react'
import { useConnection } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { COLOURS, SIGNS } from './look.ts'
import { countSame, type Check } from './model.ts'
import type { Codes, CodeState } from './readings.ts'
import { ReadAgain } from './ReadAgain.tsx'
import { safeTexts } from './texts.ts'
import styles from './SafePage.module.css'

const CHECKS: Record<CodeState, Check> = {
  same: 'good',
  other: 'bad',
  none: 'bad',
  foreign: 'unknown',
  unread: 'unknown',
}
/** The number of contracts that are shown before the person opens the whole list. */
const FIRST = 5

/** Every contract with its address, and whether its code is the published code. Contracts with different code come first. */
export function ContractsSection({ reading }: { reading: Reading<Codes> }) {
  const texts = useTexts(safeTexts).contracts
  const down = useConnection() === 'down'
  const [all, setAll] = useState(false)
  const codes = valueOf(reading)
  const current = reading.status === 'fresh' && !down
  const count = codes === undefined || !current ? null : countSame(codes)
  const list = [...(codes?.list ?? [])].sort((one, other) => rankOf(one.state) - rankOf(other.state))
  const shown = all ? list : list.filter(({ state }, index) => index < FIRST || rankOf(state) === 0)
  return (
    <Section
      title={texts.title}
      action={
        count === null ? undefined : (
          <span className={classNames(styles.state, COLOURS[count.same === count.all ? 'good' : 'bad'])}>
            {texts.count(String(count.same), String(count.all))}
          </span>
        )
      }
    >
      <Card padding="rows">
        {reading.status === 'failed' && <ErrorState title={texts.failed} action={<ReadAgain />} />}
        {reading.status === 'loading' && <Skeleton shape="block" height="360px" />}
        <ul className={styles.list}>
          {shown.map((one) => (
            <Row key={one.name} {...one} state={current ? one.state : 'unread'} />
          ))}
        </ul>
        {shown.length < list.length && (
          <div className={styles.more}>
            <Button variant="quiet" size="small" onClick={() => setAll(true)}>
              {texts.more(String(list.length - shown.length))}
            </Button>
          </div>
        )}
      </Card>
      <p className={styles.note}>{texts.note}</p>
    </Section>
  )
}

/** Sorts errors first, contracts of other publishers last. */
function rankOf(state: CodeState): number {
  return { other: 0, none: 0, unread: 1, same: 2, foreign: 3 }[state]
}

function Row({ name, address, state }: Codes['list'][number]) {
  const texts = useTexts(safeTexts).contracts
  const config = useConfig()
  const check = CHECKS[state]
  const names: Readonly<Record<string, string | undefined>> = texts.names
  return (
    <li className={styles.row}>
      <span className={classNames(styles.mark, COLOURS[check])}>
        <Icon name={state === 'foreign' ? 'info' : SIGNS[check]} size={20} />
      </span>
      <span className={styles.body}>
        <b>{names[name] ?? name}</b>
        <AddressTag address={address} explorerUrl={config?.explorerUrl} />
        <span className={classNames(styles.note, check === 'bad' && COLOURS.bad)}>{texts.state[state]}</span>
      </span>
    </li>
  )
}
