/** Going on where no node answers. Nothing that a node refuses may keep a person from leaving, so the person decides. */
import { ChainUnreachable } from '../chain/rpc.ts'
import type { Problem } from './problem.ts'
import { ProblemError } from './problem.ts'
import { changeRecord } from './records.ts'
import { unansweredProblem } from './simulate.ts'
import { useTransactionStore } from './transactionStore.ts'

/** The part of a run that this needs. `untried`: set once the person was asked. */
type Asked = { id: string; untried?: Promise<void> }

/** Whether a trial of a call has told nothing: no node has answered it. */
export function isUnanswered(problem: Problem): boolean {
  return problem.code === 'chainUnreachable' || problem.code === 'nodeRefused'
}

/**
 * What `read` gives; null where no node answers and the person goes on without.
 * @throws ProblemError when the person does not; else what `read` throws
 */
export async function orGoOn<T>(run: Asked, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error
    await goOnUntried(run, unansweredProblem(error))
    return null
  }
}

/**
 * Asks the person, once in a run, whether the transaction is to be sent although no node can try it.
 * @throws ProblemError when it is not
 */
export function goOnUntried(run: Asked, problem: Problem): Promise<void> {
  run.untried ??= ask(run.id, problem)
  return run.untried
}

async function ask(id: string, problem: Problem): Promise<void> {
  const message = problem.code === 'nodeRefused' ? problem.message : ''
  changeRecord(id, { problem: { code: 'untried', message } })
  try {
    await new Promise<void>((goOn, reject) => {
      const stop = () => reject(new ProblemError(problem))
      useTransactionStore.setState({ silent: { id, stop, goOn }, currentId: id })
    })
  } finally {
    useTransactionStore.setState(({ silent }) => (silent?.id === id ? { silent: null } : {}))
    changeRecord(id, { problem: null })
  }
}
