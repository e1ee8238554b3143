import { useAppStore } from '../core/state/appStore.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import { shortenAddress } from '../design/AddressTag/shortenAddress.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { Button } from '../design/Button/Button.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { ReceiverField } from '../staking/receiver/ReceiverField.tsx'
import { rememberReceiver } from '../staking/receiver/receivers.ts'
import { receiverTexts } from '../staking/receiver/texts.ts'
import { useReceiver } from '../staking/receiver/useReceiver.ts'
import { useBusy } from '../staking/useStaking.ts'
import { sendIntent } from './passIntents.ts'
import type { PassSheetProps } from './StartSheet.tsx'
import { shownName } from './shownName.ts'
import { passTexts } from './texts.ts'
import styles from './sheets.module.css'

/** Sends a pass to another account. Shows the bond and node that go with the pass, the address to compare, and the worst case. */
export default function SendSheet({ pass, terms, open, onClose }: PassSheetProps) {
  const texts = useTexts(passTexts).send
  const typed = useReceiver()
  const { receiver } = typed
  const { enter } = useTexts(receiverTexts)
  const wrongChain = useAppStore(({ connection }) => connection === 'wrongChain')
  const busy = useBusy()
  const bond = amountText(terms.bond, 18, 0)
  return (
    <Sheet open={open} onClose={onClose} title={texts.title(String(pass.id))}>
      <div className={styles.form}>
        <p className={styles.words}>{texts.lead}</p>
        <FactList
          facts={[
            { label: texts.bond, value: <b>{bond} MCM</b> },
            { label: texts.node, value: <bdi>{shownName(pass.name)}</bdi> },
            ...(pass.unbondingUntil === 0 ? [] : [{ label: texts.coolDown, value: texts.coolDownEnds }]),
          ]}
        />
        <ReceiverField {...typed} />
        <p className={styles.note}>{texts.worst(bond)}</p>
        <Button
          variant="danger"
          wide
          busy={busy}
          disabled={receiver === null || wrongChain}
          onClick={() => {
            if (receiver === null) return
            rememberReceiver(receiver)
            onClose()
            void runTransaction(sendIntent(pass, receiver))
          }}
        >
          {receiver === null ? enter : texts.submit(shortenAddress(receiver, 6, 6))}
        </Button>
      </div>
    </Sheet>
  )
}
