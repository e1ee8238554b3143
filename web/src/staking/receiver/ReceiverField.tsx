import { useId } from 'react'
import { useBnbName } from '../../core/chain/useBnbName.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { classNames } from '../../design/classNames.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { inGroups } from './receiverModel.ts'
import { receiverTexts } from './texts.ts'
import type { TypedReceiver } from './useReceiver.ts'
import styles from './ReceiverField.module.css'

/** The field for a receiver's address: the address to compare, group by group, and a warning about an address that only resembles a known one. */
export function ReceiverField({ text, type, problem, receiver, lookalike }: TypedReceiver) {
  const texts = useTexts(receiverTexts)
  const id = useId()
  const name = useBnbName(receiver)
  const error = problem === null || problem === 'empty' ? undefined : texts.problem[problem]
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={id}>{texts.label}</label>
        <textarea
          id={id}
          rows={2}
          className={classNames(styles.input, error !== undefined && styles.wrong)}
          value={text}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => type(event.target.value.replace(/\s/g, ''))}
        />
        <p
          id={`${id}-note`}
          className={classNames(styles.note, error !== undefined && styles.error)}
          aria-live="polite"
        >
          {error ?? texts.hint}
        </p>
      </div>
      {receiver !== null && (
        <div className={styles.check}>
          <p>{texts.check}</p>
          <span className={styles.groups}>{inGroups(receiver)}</span>
          {name !== null && <p>{texts.bnbName(name)}</p>}
        </div>
      )}
      {lookalike !== null && (
        <div role="alert">
          <Banner kind="bad">
            {texts.resembles} <span className={styles.groups}>{inGroups(lookalike)}</span>
          </Banner>
        </div>
      )}
    </>
  )
}
