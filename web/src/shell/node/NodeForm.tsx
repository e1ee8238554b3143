import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { chooseNode, useNodeChoice, type NodeName } from '../../core/chain/nodeChoice.ts'
import { testNode } from '../../core/chain/testNode.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useWalletStore } from '../../core/wallet/walletStore.ts'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { nodeTexts } from './texts.ts'
import styles from './NodeForm.module.css'

/** The choice between the site's node, the wallet's node and a custom node, which is tested before it is stored. */
export default function NodeForm() {
  const texts = useTexts(nodeTexts)
  const id = useId()
  const choice = useNodeChoice()
  const wallet = useWalletStore(({ connected }) => connected?.id ?? null)
  // A custom node is selected once its address has passed the test. Until then only its field is open.
  const [naming, setNaming] = useState(false)
  const selected = naming ? 'own' : choice.chosen

  function select(chosen: NodeName) {
    const untested = chosen === 'own' && choice.own === ''
    setNaming(untested)
    if (!untested) chooseNode({ ...choice, chosen })
  }

  const notes: Record<NodeName, string> = {
    site: texts.options.site.text,
    wallet: wallet === 'demo' ? texts.demo : wallet === null ? texts.walletNeeded : texts.options.wallet.text,
    own: texts.options.own.text,
  }
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{texts.lead}</p>
      <div role="radiogroup" aria-label={texts.title} className={styles.options}>
        {(['site', 'wallet', 'own'] as const).map((node) => (
          <label key={node} className={styles.option}>
            <input
              type="radio"
              name={id}
              checked={selected === node}
              disabled={node === 'wallet' && selected !== node && (wallet === null || wallet === 'demo')}
              onChange={() => select(node)}
              aria-describedby={`${id}${node}`}
            />
            <span>
              <b>{texts.options[node].title}</b>
              <span id={`${id}${node}`} className={styles.note}>
                {notes[node]}
              </span>
            </span>
          </label>
        ))}
      </div>
      <OwnNode chooses={naming} onKept={() => setNaming(false)} />
      <p className={styles.note}>{texts.privacy}</p>
    </div>
  )
}

/** @param chooses true: an address that passes the test is selected at once; false: the address becomes the node for comparison */
function OwnNode({ chooses, onKept }: { chooses: boolean; onKept: () => void }) {
  const texts = useTexts(nodeTexts)
  const id = useId()
  const config = useConfig()
  const { chosen, own } = useNodeChoice()
  const [address, setAddress] = useState(own)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ bad: boolean; words: string } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // The choice may change during a test. Null: the form is closed, so the test decides nothing.
  const wanted = useRef<boolean | null>(null)
  useEffect(() => {
    wanted.current = chooses
    return () => {
      wanted.current = null
    }
  }, [chooses])

  async function test(event: FormEvent) {
    event.preventDefault()
    if (config === null || busy) return
    const named = address.trim()
    setBusy(true)
    setOutcome(null)
    const found = await testNode(named, config)
    if (wanted.current === null) return
    setBusy(false)
    if (found !== null) {
      const fault = texts.faults[found.fault]
      setOutcome({ bad: true, words: found.words === '' ? fault : texts.withWords(fault, found.words) })
      return
    }
    chooseNode({ chosen: wanted.current ? 'own' : useNodeChoice.getState().chosen, own: named })
    setOutcome({ bad: false, words: texts.kept })
    onKept()
  }

  return (
    <form noValidate className={styles.own} onSubmit={(event) => void test(event)}>
      <label htmlFor={id}>{texts.address}</label>
      <input
        ref={field}
        id={id}
        className={styles.input}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        value={address}
        readOnly={busy}
        aria-invalid={outcome?.bad === true || undefined}
        aria-describedby={`${id}note`}
        onChange={(event) => {
          setAddress(event.target.value)
          setOutcome(null)
        }}
      />
      <p
        id={`${id}note`}
        aria-live="polite"
        className={outcome === null ? styles.note : outcome.bad ? styles.bad : styles.good}
      >
        {outcome?.words ?? texts.addressHint}
      </p>
      <div className={styles.actions}>
        <Button variant="secondary" type="submit" busy={busy} disabled={address.trim() === ''}>
          {busy ? texts.testing : texts.test}
        </Button>
        {own !== '' && (
          <Button
            variant="quiet"
            disabled={busy}
            onClick={() => {
              setAddress('')
              setOutcome(null)
              chooseNode({ chosen: chosen === 'own' ? 'site' : chosen, own: '' })
              // This button disappears, so its focus moves to the field.
              field.current?.focus()
            }}
          >
            {texts.remove}
          </Button>
        )}
      </div>
    </form>
  )
}
