import { runTransaction } from '../core/transactions/runTransaction.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { Button } from '../design/Button/Button.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { minuteText } from '../staking/format.ts'
import { useChainNow } from '../staking/useChainNow.ts'
import { useBusy } from '../staking/useStaking.ts'
import { startUnbondingIntent } from './passIntents.ts'
import type { HeldPass, PassTerms } from './passModel.ts'
import { passTexts } from './texts.ts'
import styles from './sheets.module.css'

export type PassSheetProps = {
  pass: HeldPass
  terms: PassTerms
  open: boolean
  onClose: () => void
}

const DAY = 86_400

/** Explains the withdrawal of a bond, step by step, before the first of the two signatures. */
export default function StartSheet({ pass, terms, open, onClose }: PassSheetProps) {
  const texts = useTexts(passTexts).start
  const now = useChainNow(1_000)
  const busy = useBusy()
  return (
    <Sheet open={open} onClose={onClose} title={texts.title(String(pass.id))}>
      <div className={styles.form}>
        <p className={styles.words}>{texts.lead}</p>
        <FactList
          facts={[
            { label: texts.receive, value: <b>{amountText(terms.bond, 18, 0)} MCM</b> },
            { label: texts.now, value: texts.nowText },
            {
              label: texts.then,
              value: now === null ? '—' : texts.thenText(minuteText(now + terms.coolDown)),
            },
            { label: texts.meanwhile, value: texts.meanwhileText },
            { label: texts.end, value: texts.endText },
          ]}
        />
        <p className={styles.note}>{texts.worst}</p>
        <Button
          variant="danger"
          wide
          busy={busy}
          onClick={() => {
            onClose()
            void runTransaction(startUnbondingIntent(pass))
          }}
        >
          {texts.submit(String(Math.round(terms.coolDown / DAY)))}
        </Button>
      </div>
    </Sheet>
  )
}
