import { useEffect, useRef } from 'react'
import { Card } from '../../design/Card/Card.tsx'
import { SegmentedControl } from '../../design/SegmentedControl/SegmentedControl.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { DepositForm } from './DepositForm.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'
import { znTexts } from './texts.ts'
import styles from './VaultForm.module.css'

export type Way = 'deposit' | 'withdraw'

export type VaultFormProps = {
  way: Way
  onWay: (way: Way) => void
  /** counts the presses in the card above that lead to this form; each press moves the focus to the field */
  asked: number
}

/** Deposits GALX into the vault, and withdraws it in part or whole. */
export function VaultForm({ way, onWay, asked }: VaultFormProps) {
  const texts = useTexts(znTexts).form
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked === 0) return
    const field = card.current?.querySelector<HTMLInputElement>('input[inputmode]')
    field?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'center' })
  }, [asked])
  return (
    <Card>
      <div ref={card} className={styles.card}>
        <SegmentedControl
          label={texts.way}
          value={way}
          onChange={onWay}
          options={[
            { value: 'deposit', label: texts.deposit },
            { value: 'withdraw', label: texts.withdraw },
          ]}
        />
        {way === 'deposit' ? <DepositForm /> : <WithdrawForm />}
      </div>
    </Card>
  )
}
