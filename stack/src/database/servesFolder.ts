import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Whether the process is a database server of this very folder. The process id alone proves nothing: a file that a crash left
 * behind may name a number that another program has by now, and that program must not be ended.
 */
export function servesFolder(pid: number, folder: string, platform = process.platform): boolean {
  try {
    if (platform === 'linux') {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return words[words.indexOf('-D') + 1] === folder
    }
    // Elsewhere only `ps` shows it, with all arguments in one line: a setting always follows the folder.
    const line = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return line.includes(` -D ${folder} -c `)
  } catch {
    return false // there is no such process
  }
}
