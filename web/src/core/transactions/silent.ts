/**
 * The decisions of the person while the wallet or every node is silent: to stop waiting for the wallet, or to go on although neither a
 * configured node nor the wallet's node answers. A node that refuses to answer must not stop a withdrawal.
 */
import { SILENT_AFTER, WalletTimeoutError } from '../wallet/answerTimeout.ts'
import { ChainUnreachableError } from '../chain/rpc.ts'
import { useTransactionStore } from './transactionStore.ts'
import { ProblemError, type Problem } from './problem.ts'
import { changeRecord } from './records.ts'
import { unansweredProblem } from './simulate.ts'

/**
 * The wallet's answer to a request of transaction `id`. There is no time limit, because a person may read for a minute and a
 * hardware wallet is slow. After some time the store offers to stop waiting.
 * @param late receives the promise of the answer if the person has stopped waiting
 * @throws WalletTimeoutError if the person stops waiting; else the wallet's error
 */
export async function walletAnswer<T>(
  id: string,
  answer: Promise<T>,
  late?: (answer: Promise<T>) => void,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => {
      if (late === undefined) answer.catch(() => {})
      else late(answer)
      reject(new WalletTimeoutError('The wallet has not answered'))
    }
    timer = setTimeout(() => useTransactionStore.setState({ silent: { id, stop } }), SILENT_AFTER)
  })
  try {
    return await Promise.race([answer, stopped])
  } finally {
    clearTimeout(timer)
    useTransactionStore.setState(({ silent }) => (silent?.id === id ? { silent: null } : {}))
  }
}

/** The part of a run that this file needs. `asked`: the questions that were already put to the person, with the answers. */
type Asked = { id: string; asked?: Map<Problem['code'], Promise<void>> }

/** Whether the simulation of a call gave no result, because no node answered. */
export function isUnanswered(problem: Problem): boolean {
  return problem.code === 'chainUnreachable' || problem.code === 'nodeRefused'
}

/**
 * The result of `read`; null if no node answers and the person goes on without the result.
 * @throws ProblemError if the person does not go on; else the error of `read`
 */
export async function readOrConfirm<T>(run: Asked, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ChainUnreachableError)) throw error
    await confirmUntried(run, unansweredProblem(error))
    return null
  }
}

/**
 * Asks the person, once in a run, whether to send the transaction although no node can simulate it.
 * @throws ProblemError if the person does not send it
 */
export function confirmUntried(run: Asked, problem: Problem): Promise<void> {
  const message = problem.code === 'nodeRefused' ? problem.message : ''
  return once(run, { code: 'untried', message }, problem)
}

/**
 * Asks the person, once in a run, whether to send the transaction although the wallet does not show the chain's first block.
 * @throws ProblemError if the person does not send it
 */
export function confirmUnsure(run: Asked): Promise<void> {
  return once(run, { code: 'chainUnsure' }, { code: 'genesisUnknown' })
}

function once(run: Asked, question: Problem, otherwise: Problem): Promise<void> {
  run.asked ??= new Map()
  const answer = run.asked.get(question.code) ?? ask(run.id, question, otherwise)
  run.asked.set(question.code, answer)
  return answer
}

async function ask(id: string, question: Problem, otherwise: Problem): Promise<void> {
  changeRecord(id, { problem: question })
  try {
    await new Promise<void>((goOn, reject) => {
      const stop = () => reject(new ProblemError(otherwise))
      useTransactionStore.setState({ silent: { id, stop, goOn }, currentId: id })
    })
  } finally {
    useTransactionStore.setState(({ silent }) => (silent?.id === id ? { silent: null } : {}))
    changeRecord(id, { problem: null })
  }
}
