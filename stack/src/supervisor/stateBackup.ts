/**
 * anvil writes its state file in place, so a SIGKILL in that moment leaves half a file. A whole copy is kept beside it and
 * takes its place at the next start; it is at most some seconds older, and what the database has read beyond it is read
 * again (see chainConsistency.ts).
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'

/** A whole state file ends with its last field. */
const ENDING = /"historical_states":(?:null|.*\}|\[.*\])\}\s*$/s
const TAIL_BYTES = 64

export function isWhole(path: string): boolean {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return false
  }
  try {
    const { size } = fstatSync(file)
    const tail = Buffer.alloc(Math.min(TAIL_BYTES, size))
    readSync(file, tail, 0, tail.length, size - tail.length)
    return ENDING.test(tail.toString('utf8'))
  } finally {
    closeSync(file)
  }
}

/** Copies the state every few seconds while it changes. @returns a function that ends it */
export function keepBackup(state: string, backup: string, everyMs = 3_000): () => void {
  let copied = 0
  const timer = setInterval(() => {
    try {
      const { mtimeMs } = statSync(state)
      if (mtimeMs === copied || !isWhole(state)) return
      copyFileSync(state, `${backup}.unfinished`)
      // It may have been written to while it was copied.
      if (!isWhole(`${backup}.unfinished`) || statSync(state).mtimeMs !== mtimeMs) return
      renameSync(`${backup}.unfinished`, backup)
      copied = mtimeMs
    } catch {
      // The node is just replacing it, or the disk is full: the next round tries again, the old copy stays.
    }
  }, everyMs)
  return () => clearInterval(timer)
}

/** Puts the copy in the place of a broken state file. @returns whether it had to */
export function restoreBackup(state: string, backup: string): boolean {
  if (!existsSync(state) || isWhole(state) || !isWhole(backup)) return false
  copyFileSync(backup, state)
  return true
}
