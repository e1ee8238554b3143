import { useId, useRef, useState } from 'react'
import { balanceOf } from '../core/chain/reads.ts'
import { refreshChain } from '../core/chain/refresh.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { clearIfUnchanged } from '../core/transactions/clearIfUnchanged.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import { connectWallet, enterChain } from '../core/wallet/connectWallet.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { amountText } from '../design/Amount/amountText.ts'
import { said } from '../design/Amount/said.tsx'
import { Button } from '../design/Button/Button.tsx'
import { ButtonLink } from '../design/Button/ButtonLink.tsx'
import { Card } from '../design/Card/Card.tsx'
import { classNames } from '../design/classNames.ts'
import { FactList } from '../design/FactList/FactList.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { mapReading } from '../core/state/reading.ts'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useBusy } from '../staking/useStaking.ts'
import { useWaitText } from '../staking/useWaitText.ts'
import { NameField } from './NameField.tsx'
import { mintIntent } from './passIntents.ts'
import { mintAction, type MintAction } from './passModel.ts'
import { passTerms } from './passReads.ts'
import { passTexts } from './texts.ts'
import styles from './MintCard.module.css'

const DAY = 86_400
/** The totals of all passes change only when other people mint or burn one. */
const SELDOM = 30_000

/** Opens a node: a bond and a name, their meaning, and the worst case, before anything is signed. */
export function MintCard() {
  const texts = useTexts(passTexts)
  const id = useId()
  const [name, setName] = useState('')
  const entry = useRef<HTMLDivElement>(null)
  const address = useAppStore((state) => state.address)
  const connection = useAppStore((state) => state.connection)
  const busy = useBusy()
  const reading = useChainRead(passTerms, { every: SELDOM })
  const balance = valueOf(useChainRead(balanceOf('MCM')))
  const terms = valueOf(reading)
  const unread = reading.status === 'failed'
  const action = mintAction({ name, address, connection, busy, balance, bond: terms?.bond, unread })
  const bond = terms === undefined ? texts.unknown : amountText(terms.bond, 18, 0)

  async function press() {
    // Pressed too early: moves to the field instead of doing nothing.
    if (action.kind === 'enter' || action.kind === 'wrongName') entry.current?.querySelector('input')?.focus()
    else if (action.kind === 'connect') await connectWallet()
    else if (action.kind === 'switch') await enterChain()
    else if (action.kind === 'unread') await refreshChain()
    else if (action.kind === 'mint') {
      const record = await runTransaction(mintIntent(action.name, action.bond))
      if (record?.sentAt != null) setName(clearIfUnchanged(name, ''))
    }
  }

  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <div>
          <p className={styles.quiet}>{texts.mint.bond}</p>
          <p className={styles.bond}>
            <ReadingAmount
              reading={mapReading(reading, (value) => value.bond)}
              token="MCM"
              width={9}
              shared
            />
          </p>
        </div>
        {address !== null && terms !== undefined && balance !== undefined && (
          <span className={classNames(styles.tag, balance < terms.bond && styles.short)}>
            {balance < terms.bond
              ? said(texts.mint.short(ownText(amountText(terms.bond - balance))))
              : texts.mint.enough}
          </span>
        )}
      </div>
      <div ref={entry}>
        <NameField label={texts.name.label} value={name} onChange={setName} />
      </div>
      <FactList
        facts={[
          { label: texts.mint.gets, value: texts.mint.getsText },
          {
            label: texts.mint.back,
            value: unread ? (
              texts.unknown
            ) : terms === undefined ? (
              <Skeleton inline width="9em" />
            ) : (
              texts.mint.backText(String(Math.round(terms.coolDown / DAY)))
            ),
          },
        ]}
      />
      <p className={styles.note} id={id}>
        {texts.mint.worst}
        {/* Its line is reserved before its words arrive, so that the button below does not move. */}
        <span>
          {terms === undefined
            ? '\u00a0'
            : texts.mint.count(String(terms.count), amountText(terms.count * terms.bond, 18, 0))}
        </span>
      </p>
      <div className={styles.foot}>
        <MintButton action={action} bond={bond} describedBy={id} onPress={() => void press()} />
        {action.kind !== 'short' ? (
          <p className={styles.under}>{texts.mint.allowance}</p>
        ) : (
          <ButtonLink to="/index" wide>
            {texts.mint.exchange}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

type MintButtonProps = {
  action: MintAction
  /** as text */
  bond: string
  describedBy: string
  onPress: () => void
}

/** The one next step: connect, switch, enter a name, mint. */
function MintButton({ action, bond, describedBy, onPress }: MintButtonProps) {
  const { mint } = useTexts(passTexts)
  const waitText = useWaitText()
  return (
    <Button
      variant={action.kind === 'mint' ? 'primary' : 'secondary'}
      wide
      aria-describedby={describedBy}
      disabled={action.kind === 'loading' || action.kind === 'short'}
      busy={action.kind === 'wait' || (action.kind === 'connect' && action.busy)}
      onClick={onPress}
    >
      {label()}
    </Button>
  )

  function label(): string {
    switch (action.kind) {
      case 'connect':
        return action.busy ? mint.connecting : mint.connect
      case 'switch':
        return mint.switchChain
      case 'wait':
        return waitText
      case 'loading':
        return mint.loading
      case 'unread':
        return mint.unread
      case 'short':
        return mint.missing(ownText(amountText(action.missing)))
      case 'enter':
        return mint.enter
      case 'wrongName':
        return mint.wrongName
      case 'mint':
        return mint.submit(bond)
    }
  }
}
