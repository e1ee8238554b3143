import type { ReactNode } from 'react'
import { shortenAddress } from '../../design/AddressTag/shortenAddress.ts'
import { Button } from '../../design/Button/Button.tsx'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { Icon } from '../../design/Icon/Icon.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { BindForm } from '../../invitation/BindForm.tsx'
import { connectWallet, enterChain, signIn } from '../../core/wallet/connectWallet.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import type { Steps, StepStatus } from './model.ts'
import styles from './StartSteps.module.css'
import { startTexts } from './texts.ts'

/**
 * The three steps, each with its result once it is done. The current step's action is always in the same place below them, so
 * that nothing moves when a wallet connects by itself.
 */
export function StartSteps({ steps, code }: { steps: Steps; code: string | null }) {
  const texts = useTexts(startTexts)
  const address = useAppStore((store) => store.address)
  const connection = useAppStore((store) => store.connection)
  const signing = useAppStore((store) => store.signInStatus === 'signing')
  const info = useAppStore((store) => (store.userInfo?.address === store.address ? store.userInfo : null))
  const connecting = ['searching', 'choosing', 'connecting'].includes(connection)
  const short = (whole: string) => shortenAddress(whole, 6, 6)

  const nextAction = (): ReactNode => {
    if (steps.connect === 'current') {
      return connection === 'wrongChain' ? (
        <Button wide onClick={() => void enterChain()}>
          {texts.connect.switchButton}
        </Button>
      ) : (
        <Button wide icon="wallet" busy={connecting} onClick={() => void connectWallet()}>
          {connecting ? texts.connect.busy : texts.connect.button}
        </Button>
      )
    }
    if (steps.signIn === 'current') {
      return (
        <Button wide busy={signing} onClick={() => void signIn()}>
          {signing ? texts.signIn.busy : texts.signIn.button}
        </Button>
      )
    }
    if (steps.bind !== 'current') return null
    return (
      <>
        {info !== null && code !== null && info.invite_code === code ? (
          <>
            <p className={styles.own}>{texts.bind.own}</p>
            <ButtonLink to="/community" variant="primary" wide>
              {texts.toCommunity}
            </ButtonLink>
            <ButtonLink to="/galx" variant="quiet" wide>
              {texts.finish}
            </ButtonLink>
          </>
        ) : (
          <BindForm initialCode={code} introduced={code} />
        )}
        {code === null && (
          <ButtonLink to="/galx" variant="quiet" wide>
            {texts.bind.skip}
          </ButtonLink>
        )}
      </>
    )
  }
  const action = nextAction()

  return (
    <Card className={styles.card}>
      <ol className={styles.steps} aria-label={texts.steps}>
        <Step
          number={1}
          status={steps.connect}
          title={texts.connect.title}
          text={
            steps.connect === 'done' && address !== null
              ? texts.connect.done(short(address))
              : texts.connect.text
          }
        />
        <Step
          number={2}
          status={steps.signIn}
          title={texts.signIn.title}
          text={steps.signIn === 'done' ? texts.signIn.done : texts.signIn.text}
        />
        <Step
          number={3}
          status={steps.bind}
          title={texts.bind.title}
          text={
            steps.bind === 'done' && info !== null && info.FAddress !== null
              ? info.inviterStatus === 'bound'
                ? texts.bind.doneBound(short(info.FAddress))
                : texts.bind.donePending(short(info.FAddress))
              : texts.bind.text
          }
        />
      </ol>
      {action !== null && <div className={styles.action}>{action}</div>}
    </Card>
  )
}

type StepProps = {
  number: number
  status: StepStatus
  title: string
  text: string
}

function Step({ number, status, title, text }: StepProps) {
  const texts = useTexts(startTexts)
  return (
    <li
      className={classNames(styles.step, styles[status])}
      aria-current={status === 'current' ? 'step' : undefined}
    >
      <span className={styles.number} aria-hidden="true">
        {status === 'done' ? <Icon name="check" size={16} /> : number}
      </span>
      <div className={styles.body}>
        <h2>
          {title}
          {status === 'done' && <span className="visually-hidden"> · {texts.done}</span>}
        </h2>
        <p>{text}</p>
      </div>
    </li>
  )
}
