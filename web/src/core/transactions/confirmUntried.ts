/**
 * Lets the person go on although no node answers: neither a configured node nor the wallet's node. A node that refuses to answer must not
 * stop a withdrawal.
 */
import { ChainUnreachableError } from '../chain/rpc.ts'
import type { Problem } from './problem.ts'
import { ProblemError } from './problem.ts'
import { changeRecord } from './records.ts'
import { unansweredProblem } from './simulate.ts'
import { useTransactionStore } from './transactionStore.ts'

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
