/** Allows one supervisor per data folder: two would overwrite each other's chain. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { StackError } from './stackError.ts'

type Holder = { pid: number; startedAt: string }

/** @throws StackError while another supervisor runs in the folder; the lock of a killed supervisor is taken over */
export function takeLock(path: string, dataDirectory: string): void {
  const holder = readHolder(path)
  if (holder && holder.pid !== process.pid && startOf(holder.pid) === holder.startedAt)
    throw new StackError(
      `a stack is already running in ${dataDirectory} (process ${holder.pid}): stop it, or set GALX_DATA_DIR`,
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

/** The start time of a process, so that a reused process id is not mistaken for the old process; undefined if there is none. */
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
