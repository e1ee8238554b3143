import { groupThousands } from '@galx/protocol/units'
import { useComparison } from '../../core/chain/comparing/comparison.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'
import { Card, Section } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { Icon } from '../../design/Icon/Icon.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { FactDetail } from './FactDetail.tsx'
import { AROUND, COLOURS, SIGNS } from './look.ts'
import { FACT_NAMES, factsOf, justRead, verdictOf, type Facts } from './model.ts'
import type { Codes, Safety } from './readings.ts'
import { sourcesCheck } from './sourcesModel.ts'
import { Rosette } from './Rosette.tsx'
import { safeTexts } from './texts.ts'
import { useFactSummary } from './useFactSummary.ts'
import styles from './SafePage.module.css'

type Readings = { safety: Reading<Safety>; codes: Reading<Codes>; down: boolean }

/** The five facts, each with its finding and, when opened, the function, the role, the worst loss and the tests. */
export function FactsSection({ safety, codes, down }: Readings) {
  const texts = useTexts(safeTexts).facts
  const config = useConfig()
  // While no node answers, an earlier reading no longer counts as checked.
  const found = down ? null : justRead(safety)
  const code = down ? null : justRead(codes)
  const facts = factsOf(found, code, config)
  const summary = useFactSummary(facts, found, code)
  const reading = safety.status === 'loading' || codes.status === 'loading'
  const shown = valueOf(safety)
  const shownCode = valueOf(codes)
  return (
    <Section title={texts.title}>
      <Card>
        <div className={styles.facts}>
          <Head facts={facts} reading={reading} />
          <ol className={styles.list}>
            {FACT_NAMES.map((name, index) => (
              <li key={name} className={AROUND[facts[name]]}>
                <details className={styles.fact}>
                  <summary>
                    <span className={styles.number} aria-hidden="true">
                      {index + 1}
                    </span>
                    <span className={styles.body}>
                      <b>{texts[name].title}</b>
                      <span className={styles.note}>
                        {reading && facts[name] === 'unknown' && !down ? texts.reading : summary[name]}
                      </span>
                    </span>
                    <span className={classNames(styles.sign, COLOURS[facts[name]])}>
                      <Icon name={SIGNS[facts[name]]} size={20} />
                      <span className="visually-hidden">{texts.state[facts[name]]}</span>
                    </span>
                  </summary>
                  <FactDetail name={name} safety={shown ?? null} />
                </details>
              </li>
            ))}
          </ol>
          <p className={styles.note}>
            {shown !== undefined && texts.block(groupThousands(String(shown.block)))}
            {shownCode !== undefined && ` · ${texts.codeBlock(groupThousands(String(shownCode.block)))}`}
          </p>
        </div>
      </Card>
    </Section>
  )
}

function Head({ facts, reading }: { facts: Facts; reading: boolean }) {
  const texts = useTexts(safeTexts).facts
  const compared = useComparison((comparison) => sourcesCheck(comparison) === 'good')
  const { check, good, open } = verdictOf(facts)
  const bad = Object.values(facts).filter((one) => one === 'bad').length
  const words = {
    good: texts.good,
    attention: texts.open(String(good), String(open)),
    bad: texts.bad(String(bad)),
    unknown: reading ? texts.reading : texts.unread,
  }
  return (
    <div className={styles.head}>
      <Rosette facts={facts} label={texts.picture(String(good))} />
      <div role="status">
        {/* The text is the key: a new text is then a new element, and not an element that moved. */}
        <b key={words[check]}>{words[check]}</b>
      </div>
      <span className={styles.note}>{compared ? texts.byTwo : texts.by}</span>
    </div>
  )
}
