import type { HexString } from '@galx/protocol/webConfig'
import { useId, useState } from 'react'
import { getAddress } from 'viem/utils'
import { currentConfig } from '../core/config/configStore.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import { shortenAddress } from '../design/AddressTag/shortenAddress.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { Button } from '../design/Button/Button.tsx'
import { classNames } from '../design/classNames.ts'
import { FactList } from '../design/FactList/FactList.tsx'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useBusy } from '../staking/useStaking.ts'
import { sendIntent } from './passIntents.ts'
import { inGroups, receiverProblem } from './passModel.ts'
import { receiversBefore, rememberReceiver, resembled } from './receivers.ts'
import type { PassSheetProps } from './StartSheet.tsx'
import { shownName } from './shownName.ts'
import { passTexts } from './texts.ts'
import fieldStyles from './Field.module.css'
import styles from './sheets.module.css'

/** Sends a pass to another account: the bond and node that go with it, the address to compare, and the worst case. */
export default function SendSheet({ pass, terms, open, onClose }: PassSheetProps) {
  const texts = useTexts(passTexts).send
  const id = useId()
  const [text, setText] = useState('')
  const own = useAppStore((state) => state.address)
  const wrongChain = useAppStore(({ connection }) => connection === 'wrongChain')
  const busy = useBusy()
  const { contracts, tokens } = currentConfig()
  const known = [...Object.values(contracts), ...Object.values(tokens).map(({ address }) => address)]
  const problem = receiverProblem(text, own, known, (address) => getAddress(address))
  const receiver = problem === null ? (text.toLowerCase() as HexString) : null
  const inviter = useAppStore((state) => state.userInfo?.FAddress) as HexString | null | undefined
  const lookalike =
    receiver === null
      ? null
      : resembled(receiver, [
          ...receiversBefore(),
          ...(own === null ? [] : [own]),
          ...(inviter ? [inviter] : []),
        ])
  const error = problem === null || problem === 'empty' ? undefined : texts.problem[problem]
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
        <div className={fieldStyles.field}>
          <div className={fieldStyles.label}>
            <label htmlFor={id}>{texts.receiver}</label>
          </div>
          <textarea
            id={id}
            rows={2}
            className={classNames(
              fieldStyles.input,
              fieldStyles.address,
              error !== undefined && fieldStyles.wrong,
            )}
            value={text}
            placeholder={texts.placeholder}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
            aria-invalid={error !== undefined || undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => setText(event.target.value.replace(/\s/g, ''))}
          />
          <p
            id={`${id}-note`}
            className={classNames(fieldStyles.note, error !== undefined && fieldStyles.error)}
            aria-live="polite"
          >
            {error ?? texts.hint}
          </p>
        </div>
        {receiver !== null && (
          <div className={styles.check}>
            <p>{texts.check}</p>
            <span className={styles.groups}>{inGroups(receiver)}</span>
          </div>
        )}
        {lookalike !== null && (
          <div role="alert">
            <Banner kind="bad">
              {texts.resembles} <span className={styles.groups}>{inGroups(lookalike)}</span>
            </Banner>
          </div>
        )}
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
          {receiver === null ? texts.enter : texts.submit(shortenAddress(receiver, 6, 6))}
        </Button>
      </div>
    </Sheet>
  )
}
