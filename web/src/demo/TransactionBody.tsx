import type { WebConfig } from '@galx/protocol/webConfig'
import { formatUnits } from '@galx/protocol/units'
import { decodeCall } from '../core/transactions/calldata.ts'
import styles from './demo.module.css'
import { callFacts } from './decode.ts'
import { Facts, Raw } from './DemoFrame.tsx'
import type { Question } from './questions.ts'
import { demoTexts } from './texts.ts'

/** What a transaction does, read from its bytes. */
export function TransactionBody({
  config,
  question,
  common,
}: {
  config: WebConfig
  question: Extract<Question, { kind: 'transaction' }>
  common: [string, string][]
}) {
  const texts = demoTexts()
  const call = decodeCall(question, config)
  return (
    <>
      <Facts
        rows={[
          ...common,
          ...(call ? callFacts(call, config) : []),
          ...(question.value > 0n
            ? [[texts.value, `${formatUnits(question.value)} BNB`] satisfies [string, string]]
            : []),
          [texts.contract, question.to],
          [texts.fee, `${formatUnits(question.fee)} BNB`],
        ]}
      />
      {call === null && (
        <p className={styles.warning} role="alert">
          {texts.unknownCall}
        </p>
      )}
      <Raw text={question.data} />
    </>
  )
}
