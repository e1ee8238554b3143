import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { formatUnits } from '@galx/protocol/units'
import { useState } from 'react'
import { IconButton } from '../design/Button/IconButton.tsx'
import { copyText } from '../design/copyText.ts'
import { designTexts } from '../design/texts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { BatchCall } from './batches.ts'
import { clearCall, clearMessage, type Clear } from './clearSigning.ts'
import styles from './demo.module.css'
import { Facts, Raw } from './DemoFrame.tsx'
import type { Question } from './questions.ts'
import { demoTexts } from './texts.ts'

type Signed = Extract<Question, { kind: 'transaction' | 'calls' | 'typedData' }>

/** The bytes to sign, translated into words, with the digest to compare on another device. */
export function SignedBody({
  config,
  question,
  common,
}: {
  config: WebConfig
  question: Signed
  common: [string, string][]
}) {
  const texts = demoTexts()
  if (question.kind === 'typedData') {
    const { data, account } = question
    const clear = clearMessage(data, account, config)
    return (
      <>
        <ClearText clear={clear} common={common} />
        <Facts rows={[[texts.contract, data.domain.verifyingContract ?? '']]} />
        <Raw text={JSON.stringify(data.message, null, 2)}>
          <Digest label="EIP-712 Digest" value={clear.digest} />
        </Raw>
      </>
    )
  }
  const fee = question.fee === null ? texts.feeLater : `${formatUnits(question.fee)} BNB`
  const facts: [string, string][] = [...common, [texts.fee, fee]]
  if (question.kind === 'transaction')
    return <CallText call={question} account={question.account} config={config} common={facts} />
  return (
    <>
      <p className={styles.hint}>{texts.callsHint}</p>
      <Facts rows={facts} />
      <ol className={styles.calls}>
        {question.calls.map((call, index) => (
          <li key={index}>
            <CallText call={call} account={question.account} config={config} common={[]} />
          </li>
        ))}
      </ol>
    </>
  )
}

type CallTextProps = {
  call: BatchCall
  account: HexString
  config: WebConfig
  common: readonly [string, string][]
}

function CallText({ call, account, config, common }: CallTextProps) {
  const texts = demoTexts()
  const value = BigInt(call.value)
  const clear = clearCall(call, account, config)
  return (
    <>
      <ClearText clear={clear} common={common} />
      <Facts
        rows={[
          ...(value > 0n ? [[texts.value, `${formatUnits(value)} BNB`] satisfies [string, string]] : []),
          [texts.contract, call.to],
        ]}
      />
      <Raw text={call.data}>
        {/* ERC-8213 requires exactly this name, in every language. */}
        <Digest label="Calldata Digest" value={clear.digest} />
      </Raw>
    </>
  )
}

/** The sentence first, then the account and the fee, so that these are visible without scrolling; then the fields of the call. */
function ClearText({ clear: { rendered }, common }: { clear: Clear; common: readonly [string, string][] }) {
  const texts = demoTexts()
  return (
    <>
      {rendered === null ? (
        <p className={styles.warning} role="alert">
          {texts.unknownCall}
        </p>
      ) : (
        <p className={styles.sentence}>{rendered.sentence}</p>
      )}
      <Facts
        rows={[...common, ...(rendered?.fields ?? []).map((field) => [field.label, field.value] as const)]}
      />
    </>
  )
}

/** Shown in full: only the whole digest can be compared. */
function Digest({ label, value }: { label: string; value: string | null }) {
  const texts = useTexts(designTexts)
  const [copied, setCopied] = useState(false)
  if (value === null) return null
  return (
    <div className={styles.digest}>
      <span>{label}</span>
      <code>{value}</code>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={copied ? texts.copied : texts.copyOf(label)}
        onClick={() => void copyText(value).then(setCopied)}
      />
    </div>
  )
}
