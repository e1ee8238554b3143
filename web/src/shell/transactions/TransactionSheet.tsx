import { Suspense, type ReactNode } from 'react'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { said } from '../../design/Amount/said.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { classNames } from '../../design/classNames.ts'
import { FactList, type Fact } from '../../design/FactList/FactList.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import {
  currentTransaction,
  dismissTransaction,
  useTransactionStore,
  type TransactionRecord,
  type TransactionStep,
} from '../../core/transactions/transactionStore.ts'
import { useHasPassed } from '../../core/transactions/useHasPassed.ts'
import { enterChain } from '../../core/wallet/connectWallet.ts'
import { previewFacts } from './previewFacts.ts'
import { NextStepButton } from './NextStepButton.tsx'
import { isInProgress, stageLook } from './stageLook.ts'
import { useLastDefined } from './useLastDefined.ts'
import styles from './TransactionSheet.module.css'
import { transactionTexts } from '../../core/transactions/texts.ts'
import { endedTitle, titleText, type RecordTitle } from '../../core/transactions/title.ts'
import { shellTexts } from '../texts.ts'

const OutcomeFacts = lazyOrFallback(() => import('./OutcomeFacts.tsx'))
const ProblemText = lazyOrFallback(() => import('./ProblemText.tsx'))
const LeftOutText = lazyOrFallback(() => import('./LeftOutText.tsx'))
const RareText = lazyOrFallback(() => import('./RareText.tsx'))
const BatchActions = lazyOrFallback(() => import('./BatchActions.tsx'))
const SendAgain = lazyOrFallback(() => import('./SendAgain.tsx'))

/** Milliseconds without a block after which a transaction can be sent again. A block comes each half second. */
const LONG = 60_000

type Texts = ReturnType<typeof transactionTexts.current>

/** One transaction, stage by stage: the checks, the signed steps, the result. Closing the sheet stops nothing. */
export function TransactionSheet() {
  const texts = useTexts(transactionTexts)
  const current = useTransactionStore(currentTransaction)
  // While the sheet closes, its content stays.
  const shown = useLastDefined(current ?? undefined)
  return (
    <Sheet
      open={current !== null}
      onClose={dismissTransaction}
      title={shown === undefined ? texts.title : titleOf(shown, shown.title, texts)}
      footer={shown !== undefined && <WayOn record={shown} />}
    >
      {shown !== undefined && <Progress record={shown} />}
    </Sheet>
  )
}

function Progress({ record }: { record: TransactionRecord }) {
  const texts = useTexts(transactionTexts)
  const explorerUrl = useConfig()?.explorerUrl
  const silent = useTransactionStore((state) => (state.silent?.id === record.id ? state.silent : null))
  const look = stageLook(record.stage)
  const facts: Fact[] = previewFacts(record, texts)
  if (useIsOther(record))
    facts.unshift({ label: texts.account, value: <AddressTag address={record.account} /> })
  const hash = record.replacement?.hash ?? record.hash
  const hashes = hash === null ? (record.batch?.hashes ?? []) : [hash]
  for (const [index, one] of hashes.entries()) {
    facts.push({
      label: hashes.length > 1 ? `${texts.hash} ${index + 1}` : texts.hash,
      value: <AddressTag address={one} explorerUrl={explorerUrl} what="transaction" />,
    })
  }
  return (
    <div className={styles.progress}>
      <div className={styles.stage}>
        <span className={classNames(styles.mark, styles[look.tone], isInProgress(record) && styles.live)}>
          <Icon name={look.icon} size={26} />
        </span>
        <div aria-live="polite">
          <p className={styles.name}>{texts.stage[record.stage]}</p>
          <p className={styles.hint}>
            {silent === null || silent.goOn || silent.linked
              ? hintOf(record, texts)
              : texts.hint[silent.approval ? 'approval' : 'silent']}
          </p>
        </div>
      </div>
      {record.leftOut?.map((part, index) => (
        <p key={index} className={styles.hint}>
          <Suspense>
            <LeftOutText {...part} />
          </Suspense>
        </p>
      ))}
      {record.steps.length > 1 && (
        <ol className={styles.steps}>
          {record.steps.map((step, index) => (
            <li
              key={index}
              className={classNames(
                styles.step,
                step.status === 'done' && styles.done,
                step.status === 'active' && isInProgress(record) && styles.active,
              )}
            >
              <span className={styles.dot}>
                {step.status === 'done' ? <Icon name="check" size={14} /> : String(index + 1)}
              </span>
              {said(step.title === undefined ? stepText(step, texts) : titleOf(record, step.title, texts))}
            </li>
          ))}
        </ol>
      )}
      {record.stage === 'confirmed' && record.outcome && (
        <Suspense>
          <OutcomeFacts outcome={record.outcome} earlier={record.earlier} />
        </Suspense>
      )}
      {facts.length > 0 && <FactList facts={facts} />}
      {record.blockNumber !== null && (
        <p className={styles.block}>{texts.block(record.blockNumber.toLocaleString('en-US'))}</p>
      )}
    </div>
  )
}

/** Whether the transaction belongs to an account that the header does not show: the wallet's account may have changed meanwhile. */
function useIsOther({ account }: TransactionRecord): boolean {
  return useAppStore(({ address }) => address !== null && address !== account)
}

/** The sentence under the stage: the reason of a failure, the replacement, or the next step. */
function hintOf(record: TransactionRecord, texts: Texts): ReactNode {
  const { hint } = texts
  const unsent = record.stage === 'refused' || (record.stage === 'failed' && record.sentAt === null)
  const approved = record.steps.some(({ kind, status }) => kind === 'approve' && status === 'done')
  if (record.problem !== null) {
    return (
      <Suspense>
        <ProblemText problem={record.problem} approved={unsent && approved} />
      </Suspense>
    )
  }
  if (unsent && approved) return hint.approvedOnly
  if (
    record.linked ||
    record.stage === 'replaced' ||
    record.stage === 'dropped' ||
    (record.apart && record.stage === 'signing')
  ) {
    return (
      <Suspense>
        <RareText record={record} />
      </Suspense>
    )
  }
  if (record.batch && record.stage === 'signing') return hint.batch
  if (record.batch && record.stage === 'pending') return hint.batchPending
  if (record.stage === 'failed' && record.hash === null) return hint.notSent
  return hint[record.stage]
}

function titleOf(record: TransactionRecord, title: RecordTitle, texts: Texts): string {
  return (isInProgress(record) ? titleText : endedTitle)(title, texts)
}

function stepText({ kind, token }: TransactionStep, { step }: Texts): string {
  return kind === 'call' ? step.call : step[kind](token ?? '')
}

/** The next action after each end. A new attempt starts on the page, where the amount can be changed too. */
function WayOn({ record }: { record: TransactionRecord }) {
  const texts = useTexts(transactionTexts)
  const silent = useTransactionStore((state) => (state.silent?.id === record.id ? state.silent : null))
  const shell = useTexts(shellTexts)
  const problem = record.problem?.code
  const isPending = record.stage === 'pending' || record.stage === 'dropped'
  const isLong = useHasPassed(isPending ? record.sentAt : null, LONG)
  // The pages show the other account, which has no part in this transaction.
  const next = useIsOther(record) ? undefined : (record.next ?? record.outcome?.next)
  return (
    <>
      {problem === 'wrongChain' && (
        <Button
          wide
          onClick={() => {
            dismissTransaction()
            void enterChain()
          }}
        >
          {shell.switchChain}
        </Button>
      )}
      {record.stage === 'confirmed' && next && <NextStepButton next={next} />}
      {record.batch && record.stage === 'pending' && record.problem !== null && (
        <Suspense>
          <BatchActions record={record} />
        </Suspense>
      )}
      {isLong && record.hash !== null && (
        <Suspense>
          <SendAgain record={record} />
        </Suspense>
      )}
      {silent?.goOn && (
        <Button wide onClick={silent.goOn}>
          {texts.goOn}
        </Button>
      )}
      {silent !== null && (
        <Button wide variant="secondary" onClick={silent.stop}>
          {texts.stopWaiting}
        </Button>
      )}
      <Button
        wide
        variant={record.stage === 'confirmed' && !next ? 'primary' : 'secondary'}
        onClick={dismissTransaction}
      >
        {record.stage === 'confirmed' ? shell.gotIt : texts.close}
      </Button>
    </>
  )
}
