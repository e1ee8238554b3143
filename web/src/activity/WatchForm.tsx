import { useId, useState } from 'react'
import { navigate } from '../core/state/effects.ts'
import { Button } from '../design/Button/Button.tsx'
import { Card, Section } from '../design/Card/Card.tsx'
import { classNames } from '../design/classNames.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { watchedAddress, watchRoute } from './watchedAddress.ts'
import { watchTexts } from './watchTexts.ts'
import styles from './WatchForm.module.css'

/** The last typed text, kept because the form leaves the page when a wallet answers or another page is opened. */
let typed = ''

/**
 * The field for an address that somebody wants to look at, without a wallet.
 * @param given the text in the address bar, if it is not an account's address
 */
export default function WatchForm({ given }: { given?: string }) {
  const texts = useTexts(watchTexts)
  const id = useId()
  const [text, setText] = useState(given ?? typed)
  const [wrong, setWrong] = useState(given !== undefined)

  function look() {
    const address = watchedAddress(text)
    setWrong(address === null)
    if (address === null) return
    typed = ''
    navigate(watchRoute(address))
  }

  return (
    <Section title={texts.title}>
      <Card>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            look()
          }}
        >
          <label htmlFor={id}>{texts.label}</label>
          <div className={styles.line}>
            <input
              id={id}
              className={classNames(styles.input, wrong && styles.wrong)}
              value={text}
              placeholder="0x…"
              autoComplete="off"
              autoCorrect="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              aria-invalid={wrong || undefined}
              aria-describedby={`${id}-note`}
              onChange={(event) => {
                typed = event.target.value
                setText(typed)
                setWrong(false)
              }}
            />
            <Button variant="secondary" type="submit" disabled={text.trim() === ''}>
              {texts.look}
            </Button>
          </div>
          <p id={`${id}-note`} className={classNames(styles.note, wrong && styles.error)} aria-live="polite">
            {wrong ? texts.wrong : texts.text}
          </p>
        </form>
      </Card>
    </Section>
  )
}
