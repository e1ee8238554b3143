/**
 * Going on where no node answers, neither the configured one nor the wallet's. Nothing that a node refuses may keep a person from leaving,
 * so the person decides.
 */
import { ChainUnreachableError } from '../chain/rpc.ts'
import type { Problem } from './problem.ts'
import { ProblemError } from './problem.ts'
import { changeRecord } from './records.ts'
import { unansweredProblem } from './simulate.ts'
import { useTransactionStore } from './transactionStore.ts'

/** The part of a run that this needs. `asked`: what the person was asked already. */
type Asked = { id: string; asked?: Map<Problem['code'], Promise<void>> }

/** Whether a trial of a call has told nothing: no node has answered it. */
export function isUnanswered(problem: Problem): boolean {
  return problem.code === 'chainUnreachable' || problem.code === 'nodeRefused'
}

/**
 * What `read` gives; null where no node answers and the person goes on without.
 * @throws ProblemError when the person does not; else what `read` throws
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
 * Asks the person, once in a run, whether the transaction is to be sent although no node can try it.
 * @throws ProblemError when it is not
 */
export function confirmUntried(run: Asked, problem: Problem): Promise<void> {
  const message = problem.code === 'nodeRefused' ? problem.message : ''
  return once(run, { code: 'untried', message }, problem)
}

/**
 * Asks the person, once in a run, whether the transaction is to be sent although the wallet does not show the chain's first block.
 * @throws ProblemError when it is not
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
