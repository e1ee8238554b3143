import { Amount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { transactionTexts } from '../../core/transactions/texts.ts'
import type { Outcome, StateChange } from '../../core/transactions/transactionStore.ts'
import styles from './OutcomeFacts.module.css'

/** Decimals, in percent, of a share that is stored in parts of 10^8. */
const SHARE_DECIMALS = 6

export type OutcomeFactsProps = {
  outcome: Outcome
  /** of a linked intent: the facts of the intent before it */
  earlier?: Outcome['facts'] | undefined
}

/** The result from the receipt's logs, and the changes from the state before and after. */
export default function OutcomeFacts({ outcome, earlier = [] }: OutcomeFactsProps) {
  const texts = useTexts(transactionTexts)
  const { changes } = outcome
  const facts = [...earlier, ...outcome.facts]
  return (
    <>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {[...new Set(facts.map(({ label }) => label))].map((name) => (
            <div key={name} className={styles.fact}>
              <dt>{texts.outcome[name] ?? name}</dt>
              {facts
                .filter(({ label }) => label === name)
                .map(({ token, amount }) => (
                  <dd key={token}>
                    <Amount value={amount} token={token} size="figure" />
                  </dd>
                ))}
            </div>
          ))}
        </dl>
      )}
      {changes.length > 0 && (
        <FactList
          facts={changes.map((change) => ({
            label: texts.state[change.label] ?? change.label,
            value: <Change {...change} />,
          }))}
        />
      )}
    </>
  )
}

function Change({ unit, before, after }: StateChange) {
  const { becomes } = useTexts(transactionTexts)
  return (
    <>
      <Figure value={before} unit={unit} />
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> {becomes} </span>
      <b>
        <Figure value={after} unit={unit} />
      </b>
    </>
  )
}

function Figure({ value, unit }: { value: bigint; unit: StateChange['unit'] }) {
  if (unit === 'share') return said(`${ownText(amountText(value, SHARE_DECIMALS, 2, 4))}%`)
  if (unit === 'count') return <>{String(value)}</>
  return <Amount value={value} token={unit} />
}
