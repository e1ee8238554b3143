import { useState } from 'react'
import { Button } from '../design/Button/Button.tsx'
import { setTakesTogether, takesTogether } from './batches.ts'
import styles from './demo.module.css'
import { DemoFrame, Facts } from './DemoFrame.tsx'
import { requestFaucet } from './faucet.ts'
import { demoProvider } from './openProvider.ts'
import { demoTexts } from './texts.ts'

/** The demo wallet opened by hand: accounts, faucet, key. */
export function DemoPanel({ name, close }: { name: (title: string) => void; close: () => void }) {
  const texts = demoTexts()
  const provider = demoProvider()
  const [keyShown, setKeyShown] = useState(false)
  const [together, setTogether] = useState(takesTogether)
  const [selected, setSelected] = useState(provider?.selected() ?? 0)
  if (provider === null) return null
  const select = (index: number) => {
    provider.select(index)
    setSelected(index)
    setKeyShown(false)
  }
  return (
    <DemoFrame
      name={name}
      title={texts.name}
      foot={
        <div className={styles.actions}>
          <Button variant="secondary" wide onClick={close}>
            {texts.close}
          </Button>
        </div>
      }
    >
      <div className={styles.accounts} role="radiogroup" aria-label={texts.switchAccount}>
        {provider.accounts().map((account, index) => (
          <button
            key={account}
            type="button"
            role="radio"
            aria-checked={index === selected}
            className={styles.account}
            onClick={() => select(index)}
          >
            <b>{texts.accountNumber(index + 1)}</b>
            <span>{account}</span>
          </button>
        ))}
      </div>
      <Button
        wide
        onClick={() => {
          close()
          void requestFaucet()
        }}
      >
        {texts.faucet}
      </Button>
      <p className={styles.hint}>{texts.faucetHint}</p>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={together}
          onChange={(event) => {
            setTakesTogether(event.target.checked)
            setTogether(event.target.checked)
          }}
        />
        {texts.together}
      </label>
      <p className={styles.hint}>{texts.togetherHint}</p>
      {keyShown ? (
        <>
          <p className={styles.warning}>{texts.exportWarning}</p>
          <Facts rows={[[texts.exportKey, provider.exportKey() ?? texts.none]]} />
        </>
      ) : (
        <Button variant="quiet" wide onClick={() => setKeyShown(true)}>
          {texts.exportKey}
        </Button>
      )}
    </DemoFrame>
  )
}
