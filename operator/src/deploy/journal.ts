/**
 * The journal of a deployment in progress: the block in which the deployment began. A later run that continues the deployment could not
 * find this block again, and an indexer that began at block 0 would read years of blocks for nothing.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { DeploymentError } from './deploymentError.ts'

const JournalSchema = Type.Object({
  genesisHash: Type.String(),
  /** the first address of the plan: another plan, salt or deployer has another address */
  plan: Type.String(),
  deployBlock: Type.Integer({ minimum: 0 }),
})

export type Journal = { genesisHash: string; plan: string; deployBlock: number }

export function journalPath(deploymentPath: string): string {
  return `${deploymentPath}.journal`
}

/** @returns undefined if there is no journal. @throws DeploymentError if the journal is another deployment's */
export function readJournal(path: string, expected: Omit<Journal, 'deployBlock'>): Journal | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new DeploymentError(`${path} cannot be read: ${(error as Error).message}`)
  }
  const journal = parse(text)
  if (!journal) throw new DeploymentError(`${path} is not a journal of a deployment: move it away`)
  if (journal.genesisHash !== expected.genesisHash || journal.plan !== expected.plan)
    throw new DeploymentError(
      `${path} belongs to another deployment: finish that deployment, or move the file away`,
    )
  return journal
}

export function writeJournal(path: string, journal: Journal): void {
  writeFileSync(path, `${JSON.stringify(journal, null, 2)}\n`)
}

export function removeJournal(path: string): void {
  rmSync(path, { force: true })
}

function parse(text: string): Journal | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return Value.Check(JournalSchema, json) ? json : undefined
  } catch {
    return undefined
  }
}
