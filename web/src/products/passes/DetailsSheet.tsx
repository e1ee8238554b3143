import { useState } from 'react'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { Button } from '../../design/Button/Button.tsx'
import { FactList, type Fact } from '../../design/FactList/FactList.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { NameField } from '../../passes/NameField.tsx'
import { renameIntent } from '../../passes/passIntents.ts'
import { nameProblem } from '../../passes/passName.ts'
import { passPicture } from '../../passes/passReads.ts'
import type { PassSheetProps } from '../../passes/StartSheet.tsx'
import { passTexts } from '../../passes/texts.ts'
import styles from '../../passes/sheets.module.css'
import { useBusy } from '../../staking/useStaking.ts'
import { hiddenTexts } from './texts.ts'

const MINUTE = 60_000

/** A pass in full: the contract's own picture, its number, bond and age, and another name for it. */
export default function DetailsSheet({
  pass,
  terms,
  since,
  open,
  onClose,
}: PassSheetProps & { since: Fact }) {
  const texts = useTexts(hiddenTexts)
  const words = useTexts(passTexts)
  const config = useConfig()
  const [name, setName] = useState(pass.name)
  const picture = useChainRead(passPicture(pass.id), { every: MINUTE })
  const wrongChain = useAppStore(({ connection }) => connection === 'wrongChain')
  const busy = useBusy()
  const bond = ownText(amountText(terms.bond, 18, 0))
  return (
    <Sheet open={open} onClose={onClose} title={`${words.pass} ${words.number(String(pass.id))}`}>
      <div className={styles.form}>
        <div className={styles.pictureSpace}>
          {picture.status === 'loading' ? (
            <Skeleton shape="block" width="260px" height="260px" />
          ) : picture.status === 'failed' || picture.value === null ? (
            <p className={styles.words}>{texts.pictureMissing}</p>
          ) : (
            <img className={styles.picture} src={picture.value} alt={texts.picture} />
          )}
        </div>
        <FactList
          facts={[
            { label: words.facts.bond, value: words.facts.bondIn(bond) },
            since,
            {
              label: words.facts.node,
              value: pass.unbondingUntil === 0 ? words.facts.nodeLive : words.facts.nodeOff,
            },
            {
              label: texts.contract,
              value:
                config === null ? (
                  <Skeleton inline width="8em" />
                ) : (
                  <AddressTag address={config.contracts.NodePass} explorerUrl={config.explorerUrl} />
                ),
            },
          ]}
        />
        <NameField label={words.rename.title} value={name} onChange={setName} />
        <Button
          variant="secondary"
          wide
          busy={busy}
          disabled={name === pass.name || nameProblem(name) !== null || wrongChain}
          onClick={() => {
            onClose()
            void runTransaction(renameIntent(pass, name))
          }}
        >
          {name === pass.name ? words.rename.same : words.rename.submit}
        </Button>
      </div>
    </Sheet>
  )
}
