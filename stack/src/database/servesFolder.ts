import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Whether the process is a database server of this folder. The process id alone proves nothing: after a crash, a leftover file may
 * contain a number that another program now has, and that program must not be ended.
 */
export function servesFolder(pid: number, folder: string, platform = process.platform): boolean {
  try {
    if (platform === 'linux') {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return words[words.indexOf('-D') + 1] === folder
    }
    // On other systems only `ps` shows the arguments, in one line. A setting always follows the folder.
    const line = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return line.includes(` -D ${folder} -c `)
  } catch {
    return false // no such process
  }
}
