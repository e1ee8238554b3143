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
    return (
      <>
        <ClearText clear={clearMessage(data, account, config)} digest="EIP-712 Digest" />
        <Facts rows={[...common, [texts.contract, data.domain.verifyingContract ?? '']]} />
        <Raw text={JSON.stringify(data.message, null, 2)} />
      </>
    )
  }
  const fee = question.fee === null ? texts.feeLater : `${formatUnits(question.fee)} BNB`
  const calls = question.kind === 'calls' ? question.calls : [question]
  return (
    <>
      {question.kind === 'calls' && <p className={styles.hint}>{texts.callsHint}</p>}
      <ol className={calls.length > 1 ? styles.calls : styles.call}>
        {calls.map((call, index) => (
          <li key={index}>
            <CallText call={call} account={question.account} config={config} />
          </li>
        ))}
      </ol>
      <Facts rows={[...common, [texts.fee, fee]]} />
    </>
  )
}

function CallText({ call, account, config }: { call: BatchCall; account: HexString; config: WebConfig }) {
  const texts = demoTexts()
  const value = BigInt(call.value)
  return (
    <>
      <ClearText clear={clearCall(call, account, config)} digest="Calldata Digest" />
      <Facts
        rows={[
          ...(value > 0n ? [[texts.value, `${formatUnits(value)} BNB`] satisfies [string, string]] : []),
          [texts.contract, call.to],
        ]}
      />
      <Raw text={call.data} />
    </>
  )
}

/** @param digest the digest's name: ERC-8213 requires exactly these words, in every language */
function ClearText({ clear: { rendered, digest: value }, digest }: { clear: Clear; digest: string }) {
  const texts = demoTexts()
  return (
    <>
      {rendered === null ? (
        <p className={styles.warning} role="alert">
          {texts.unknownCall}
        </p>
      ) : (
        <>
          <p className={styles.sentence}>{rendered.sentence}</p>
          <Facts rows={rendered.fields.map((field) => [field.label, field.value] as const)} />
        </>
      )}
      {value !== null && <Digest label={digest} value={value} />}
    </>
  )
}

/** Shown in full: only the whole digest can be compared. */
function Digest({ label, value }: { label: string; value: string }) {
  const texts = useTexts(designTexts)
  const [copied, setCopied] = useState(false)
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
