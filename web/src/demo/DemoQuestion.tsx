import type { WebConfig } from '@galx/protocol/webConfig'
import { Button } from '../design/Button/Button.tsx'
import { lazyWithRetry } from '../design/lazy.tsx'
import styles from './demo.module.css'
import { DemoFrame, Facts } from './DemoFrame.tsx'
import type { Question } from './questions.ts'
import { demoTexts } from './texts.ts'

// Decoding the signed bytes needs the contracts' ABIs. The window shows nothing, not even buttons, until they have loaded.
const SignedBody = lazyWithRetry(async () => ({ default: (await import('./SignedBody.tsx')).SignedBody }))

export type DemoQuestionProps = {
  /** names the window for screen readers */
  name: (title: string) => void
  config: WebConfig
  question: Question
  /** the number of further waiting questions */
  waiting: number
  answer: (approved: boolean) => void
}

/** One question of the demo wallet with its decoded subject and the two answers. */
export function DemoQuestion({ name, config, question, waiting, answer }: DemoQuestionProps) {
  const texts = demoTexts()
  return (
    <DemoFrame
      name={name}
      title={titleOf(question)}
      foot={
        <div className={styles.actions}>
          <Button variant="secondary" wide onClick={() => answer(false)}>
            {texts.reject}
          </Button>
          <Button wide onClick={() => answer(true)}>
            {texts.confirm}
          </Button>
        </div>
      }
    >
      <QuestionBody config={config} question={question} />
      {waiting > 0 && <p className={styles.notice}>{texts.queue(waiting)}</p>}
    </DemoFrame>
  )
}

function titleOf(question: Question): string {
  const texts = demoTexts()
  switch (question.kind) {
    case 'connect':
      return texts.connectTitle
    case 'switch':
      return texts.switchTitle
    case 'message':
      return texts.signTitle
    case 'typedData':
      return question.data.primaryType === 'Permit' ? texts.permitTitle : texts.typedTitle
    case 'transaction':
      return texts.transactionTitle
    case 'calls':
      return texts.callsTitle
  }
}

function QuestionBody({ config, question }: { config: WebConfig; question: Question }) {
  const texts = demoTexts()
  const common: [string, string][] = [
    [texts.account, question.account ?? texts.newAccount],
    [texts.site, window.location.host],
  ]
  switch (question.kind) {
    case 'connect':
      return (
        <>
          <Facts rows={common} />
          <p className={styles.hint}>{texts.connectHint}</p>
        </>
      )
    case 'switch':
      return (
        <Facts rows={[...common, [texts.network, texts.switchTo(`BNB Smart Chain (${question.chainId})`)]]} />
      )
    case 'message':
      return (
        <>
          <Facts rows={common} />
          <pre className={styles.text}>{question.text}</pre>
        </>
      )
    case 'typedData':
    case 'transaction':
    case 'calls':
      return <SignedBody config={config} question={question} common={common} />
  }
}
