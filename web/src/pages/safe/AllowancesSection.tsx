import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { connectWallet } from '../../core/wallet/connectWallet.ts'
import { Amount } from '../../design/Amount/Amount.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { TokenBadge } from '../../design/TokenBadge/TokenBadge.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { revokeIntent } from './intents.ts'
import { COLOURS } from './look.ts'
import { isUnlimited } from './model.ts'
import { allowances as allowancesRead } from './reads.ts'
import type { Allowance } from './readings.ts'
import { ReadAgain } from './ReadAgain.tsx'
import { safeTexts } from './texts.ts'
import styles from './SafePage.module.css'

/** The account's allowances to the product's contracts, each with a button that revokes it. */
export function AllowancesSection() {
  const texts = useTexts(safeTexts).allowances
  const address = useAppStore((state) => state.address)
  const connecting = useAppStore(({ connection }) =>
    ['searching', 'choosing', 'connecting'].includes(connection),
  )
  if (address !== null) return <Listed />
  return (
    <Section title={texts.title}>
      <Card padding="rows">
        <EmptyState
          icon="wallet"
          title={texts.connect}
          action={
            <Button variant="secondary" size="small" busy={connecting} onClick={() => void connectWallet()}>
              {texts.connectButton}
            </Button>
          }
        />
      </Card>
    </Section>
  )
}

function Listed() {
  const texts = useTexts(safeTexts).allowances
  const reading = useChainRead(allowancesRead)
  const list = valueOf(reading)
  return (
    <Section
      title={texts.title}
      action={list === undefined ? undefined : <span className={styles.note}>{list.length}</span>}
    >
      <Card padding="rows">
        {reading.status === 'failed' && <ErrorState title={texts.failed} action={<ReadAgain />} />}
        {reading.status === 'loading' && <Skeleton shape="block" height="128px" />}
        {list?.length === 0 && <EmptyState icon="check" title={texts.empty} text={texts.emptyText} />}
        {list !== undefined && list.length > 0 && (
          <ul className={styles.list}>
            {list.map((one) => (
              <Row key={`${one.token} ${one.spender}`} allowance={one} />
            ))}
          </ul>
        )}
      </Card>
      <p className={styles.note}>{reading.status === 'stale' ? texts.stale : texts.only}</p>
    </Section>
  )
}

function Row({ allowance }: { allowance: Allowance }) {
  const { allowances: texts, contracts } = useTexts(safeTexts)
  const { token, spender, amount } = allowance
  const contract = contracts.names[spender]
  return (
    <li className={styles.row}>
      <TokenBadge symbol={token} size={40} />
      <span className={styles.body}>
        <b>{texts.row(token, contract)}</b>
        <span className={styles.note}>
          {isUnlimited(amount) ? (
            <b className={COLOURS.bad}>{texts.unlimited}</b>
          ) : (
            <Amount value={amount} token={token} />
          )}
        </span>
      </span>
      <Button
        variant={isUnlimited(amount) ? 'danger' : 'secondary'}
        size="small"
        aria-label={texts.revokeOf(token, contract)}
        onClick={() => void runTransaction(revokeIntent(allowance))}
      >
        {texts.revoke}
      </Button>
    </li>
  )
}
