import { useState, type FormEvent } from 'react'
import { Button } from '../design/Button/Button.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { refusalText, type Refusal } from '../core/api/refusal.ts'
import { notify } from '../core/state/effects.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { bind } from './bind.ts'
import { CodeField } from './CodeField.tsx'
import { cleanCode, CODE_LENGTH } from './inviteCode.ts'
import { InviterCard, teamOf } from './InviterCard.tsx'
import { useInvitePreview, type InvitePreview } from './useInvitePreview.ts'
import styles from './BindForm.module.css'
import { invitationTexts } from './texts.ts'

export type BindFormProps = {
  /** the initial code, such as the saved code; null for none */
  initialCode: string | null
  /** the code of an inviter whom the page already shows; not shown again here */
  introduced?: string | null | undefined
  /** called after the server has accepted the binding */
  onBound?: (() => void) | undefined
}

/** The form that binds an inviter: the code, its inviter, and one button that connects and signs in first if needed. */
export function BindForm({ initialCode, introduced, onBound }: BindFormProps) {
  const texts = useTexts(invitationTexts)
  const [typed, setTyped] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ code: string; refusal: Refusal } | null>(null)
  // The saved code may arrive after the first paint; typed text takes precedence.
  const code = typed ?? cleanCode(initialCode ?? '')
  const { preview, retry } = useInvitePreview(code)
  const connected = useAppStore((state) => state.address !== null)
  const signedIn = useAppStore((state) => state.userToken !== null)
  const own = useAppStore((state) => preview.status === 'found' && preview.inviter.address === state.address)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (preview.status !== 'found' || own || busy) return
    setBusy(true)
    setRefused(null)
    try {
      const outcome = await bind(code)
      if (outcome.status === 'refused') setRefused({ code, refusal: outcome.refusal })
      if (outcome.status === 'bound') {
        notify(texts.done, { kind: 'success' })
        onBound?.()
      }
    } finally {
      setBusy(false)
    }
  }

  const error =
    refused?.code === code ? refusalText(refused.refusal) : own ? texts.own : faultOf(preview, texts)
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <CodeField
        label={texts.label}
        value={code}
        onChange={setTyped}
        error={error}
        hint={
          code === '' || code.length === CODE_LENGTH
            ? texts.hint
            : texts.incomplete(String(CODE_LENGTH - code.length))
        }
        busy={busy}
      />
      {code !== introduced && (preview.status === 'loading' || preview.status === 'found') && (
        <InviterCard
          label={preview.status === 'loading' ? texts.checking : texts.preview}
          address={preview.status === 'found' ? preview.inviter.address : null}
          detail={preview.status === 'found' ? teamOf(preview.inviter, texts.team) : ' '}
        />
      )}
      {preview.status === 'unreachable' ? (
        <Button variant="secondary" wide icon="refresh" onClick={retry}>
          {texts.retry}
        </Button>
      ) : (
        <Button type="submit" wide busy={busy} disabled={preview.status !== 'found' || own}>
          {!connected ? texts.connectFirst : !signedIn ? texts.signInFirst : texts.submit}
        </Button>
      )}
      <p className={styles.note}>{texts.note}</p>
    </form>
  )
}

function faultOf(
  preview: InvitePreview,
  texts: { invalid: string; unreachable: string },
): string | undefined {
  if (preview.status === 'invalid') return texts.invalid
  if (preview.status === 'unreachable') return texts.unreachable
  return undefined
}
