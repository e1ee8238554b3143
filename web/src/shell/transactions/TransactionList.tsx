import { said } from '../../design/Amount/said.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { classNames } from '../../design/classNames.ts'
import { exactTime } from '../../design/RelativeTime/relativeTime.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { showTransaction, useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { transactionTexts } from '../../core/transactions/texts.ts'
import { endedTitle, titleText } from '../../core/transactions/title.ts'
import { shellTexts } from '../texts.ts'
import { closeSheet } from '../shellStore.ts'
import { isInProgress, stageLook } from './stageLook.ts'
import styles from './TransactionList.module.css'

/** The account's transactions of this browser, newest first, including transactions from before a reload. */
export function TransactionList({ account }: { account: string }) {
  const texts = useTexts(transactionTexts)
  const shell = useTexts(shellTexts)
  const list = useTransactionStore((state) => state.list)
  const own = list.filter((record) => record.account === account)
  if (own.length === 0) return <EmptyState icon="receipt" title={shell.noTransactions} />
  return (
    <ul className={styles.list}>
      {own.map((record) => {
        const look = stageLook(record.stage)
        return (
          <li key={record.id}>
            <button
              type="button"
              className={styles.row}
              onClick={() => {
                closeSheet('account')
                showTransaction(record.id)
              }}
            >
              <span className={classNames(styles.mark, styles[look.tone])}>
                <Icon name={look.icon} size={18} />
              </span>
              <span className={styles.text}>
                <span className={styles.title}>
                  {said((isInProgress(record) ? titleText : endedTitle)(record.title, texts))}
                </span>
                <span className={styles.when}>
                  {texts.stage[record.stage]} · {exactTime(Math.floor(record.startedAt / 1000))}
                </span>
              </span>
              <Icon name="forward" size={16} className={styles.chevron} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
