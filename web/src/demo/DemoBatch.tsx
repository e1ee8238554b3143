import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { useEffect, useState } from 'react'
import { Button } from '../design/Button/Button.tsx'
import { findBatch, type BatchCall } from './batches.ts'
import { clearCall } from './clearSigning.ts'
import styles from './demo.module.css'
import { DemoFrame, Facts } from './DemoFrame.tsx'
import { demoProvider } from './openProvider.ts'
import { demoTexts } from './texts.ts'

/** Milliseconds between two polls of the chain while calls are in progress. */
const POLL_INTERVAL = 1_000

/** The shown part of the answer of `wallet_getCallsStatus`. */
type Status = { status: number; receipts: { transactionHash: HexString; status: HexString }[] }

/** The progress of several calls of one confirmation (`wallet_showCallsStatus`): each call in words, with its state on the chain. */
export function DemoBatch({
  name,
  config,
  id,
  close,
}: {
  name: (title: string) => void
  config: WebConfig
  id: string
  close: () => void
}) {
  const texts = demoTexts()
  const status = useStatus(id)
  const batch = findBatch(id)
  return (
    <DemoFrame
      name={name}
      title={texts.progressTitle}
      foot={
        <div className={styles.actions}>
          <Button variant="secondary" wide onClick={close}>
            {texts.close}
          </Button>
        </div>
      }
    >
      <p className={styles.hint} role="status">
        {status === null ? texts.progress.pending : overall(status)}
      </p>
      <ol className={styles.calls}>
        {batch?.calls.map((call, index) => (
          <li key={index}>
            <p className={styles.sentence}>{sentenceOf(call, batch.from, config)}</p>
            <Facts rows={factsOf(status, index)} />
          </li>
        ))}
      </ol>
    </DemoFrame>
  )
}

function overall({ status }: Status): string {
  const { progress } = demoTexts()
  if (status < 200) return progress.pending
  if (status < 300) return progress.done
  if (status < 500) return progress.nothing
  return status < 600 ? progress.failed : progress.partly
}

function sentenceOf(call: BatchCall, account: HexString, config: WebConfig): string {
  return clearCall(call, account, config).rendered?.sentence ?? demoTexts().unknownCall
}

function factsOf(status: Status | null, index: number): [string, string][] {
  const texts = demoTexts()
  const receipt = status?.receipts[index]
  if (receipt !== undefined) {
    const end = receipt.status === '0x1' ? texts.stepDone : texts.stepFailed
    return [
      [texts.state, end],
      [texts.hash, receipt.transactionHash],
    ]
  }
  if (status !== null && status.status >= 200) return [[texts.state, texts.stepUnsent]]
  const next = index === (status?.receipts.length ?? 0)
  return [[texts.state, next ? texts.stepPending : texts.stepWaiting]]
}

/** Asks until the calls have ended. */
function useStatus(id: string): Status | null {
  const [status, setStatus] = useState<Status | null>(null)
  useEffect(() => {
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async () => {
      const asked = demoProvider()?.request({ method: 'wallet_getCallsStatus', params: [id] })
      const answer = (await asked?.catch(() => null)) as Status | null | undefined
      if (over) return
      if (answer) setStatus(answer)
      if (!answer || answer.status < 200) timer = setTimeout(() => void poll(), POLL_INTERVAL)
    }
    void poll()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [id])
  return status
}
