import type { AccountEpochData, AccountProgram } from '@galx/protocol/http/bonuses'
import { useState } from 'react'
import { useConfig } from '../core/config/configStore.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { Button } from '../design/Button/Button.tsx'
import { Icon } from '../design/Icon/Icon.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import type { CheckResult } from './check/checkBonus.ts'
import type { CheckedFact } from './check/facts.ts'
import { runCheck } from './check/runCheck.ts'
import { checkInput } from './checkInput.ts'
import { bonusTexts } from './texts.ts'
import styles from './bonuses.module.css'

type State = { status: 'idle' | 'running' | 'failed' } | { status: 'done'; result: CheckResult }

const ICON = { right: 'check', wrong: 'warning', unknown: 'info' } as const

/** "Check my bonus": runs the check in a worker and lists the checked facts and the facts that could not be checked. */
export function CheckPart({ data, shown }: { data: AccountEpochData; shown: AccountProgram }) {
  const texts = useTexts(bonusTexts).check
  const config = useConfig()
  const [state, setState] = useState<State>({ status: 'idle' })

  async function check() {
    if (config === null) return
    setState({ status: 'running' })
    try {
      setState({ status: 'done', result: await runCheck(await checkInput(data, shown, config)) })
    } catch {
      setState({ status: 'failed' })
    }
  }

  const { rule } = shown.calculation
  const cannot = {
    members: [texts.cannot.past, texts.cannot.allPoints],
    node: [texts.cannot.node, texts.cannot.allPoints],
    promotion: [texts.cannot.direct, texts.cannot.allOwed],
  }[rule]
  return (
    <div className={styles.stack}>
      <Button
        variant={state.status === 'done' ? 'secondary' : 'primary'}
        wide
        icon="shield"
        busy={state.status === 'running'}
        onClick={() => void check()}
      >
        {state.status === 'running' ? texts.running : state.status === 'done' ? texts.again : texts.button}
      </Button>
      <div role="status" className={styles.stack}>
        {state.status === 'failed' && <Banner kind="bad">{texts.failed}</Banner>}
        {state.status === 'done' && <Result result={state.result} />}
      </div>
      {state.status === 'done' ? (
        <div>
          <h3 className={styles.quiet}>{texts.cannotTitle}</h3>
          <ul className={styles.cannot}>
            {cannot.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className={styles.quiet}>{texts.audit}</p>
        </div>
      ) : (
        <p className={styles.quiet}>{texts.intro}</p>
      )}
    </div>
  )
}

function Result({ result: { facts, milliseconds } }: { result: CheckResult }) {
  const texts = useTexts(bonusTexts).check
  const verdict = facts.some(({ state }) => state === 'wrong')
    ? 'wrong'
    : facts.every(({ state }) => state === 'right')
      ? 'right'
      : 'partly'
  return (
    <>
      <Banner kind={{ right: 'good', partly: 'info', wrong: 'bad' }[verdict] as 'good' | 'info' | 'bad'}>
        {texts[verdict]} {texts.took(String(milliseconds))}
      </Banner>
      <ul className={styles.checks}>
        {facts.map((fact) => (
          <li key={fact.name} className={styles[fact.state]}>
            <Icon name={ICON[fact.state]} size={16} label={texts.states[fact.state]} />
            <span>{wordsOf(fact, texts)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

type Words = Readonly<Record<string, string | ((...values: string[]) => string) | undefined>>

function wordsOf(
  { name, state, reason, values }: CheckedFact,
  texts: Record<CheckedFact['name'], Words>,
): string {
  const word = texts[name][reason] ?? texts[name][state]
  return typeof word === 'function' ? word(...values) : (word ?? '')
}
