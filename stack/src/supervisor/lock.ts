/** One supervisor a data folder: two would write over each other's chain. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { StackError } from './stackError.ts'

type Holder = { pid: number; startedAt: string }

/** @throws StackError while another supervisor lives in the folder; what a killed one left is taken over */
export function takeLock(path: string, dataDirectory: string): void {
  const holder = readHolder(path)
  if (holder && holder.pid !== process.pid && startOf(holder.pid) === holder.startedAt)
    throw new StackError(
      `a stack is running in ${dataDirectory} already (process ${holder.pid}): stop it, or set GALX_DATA_DIR`,
    )
  const own: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? '' }
  writeFileSync(path, JSON.stringify(own))
}

export function releaseLock(path: string): void {
  if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true })
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** When a process started, so that a reused process id is not taken for the old one; undefined when there is none. */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  if (process.platform !== 'linux') return 'alive'
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
