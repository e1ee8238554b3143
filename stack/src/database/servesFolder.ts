import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Whether the process is a database server of this very folder. Its number alone says nothing: a file that a crash left
 * behind may name what is some other program by now, and that one must not be ended.
 */
export function servesFolder(pid: number, folder: string, platform = process.platform): boolean {
  try {
    if (platform === 'linux') {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return words[words.indexOf('-D') + 1] === folder
    }
    // Elsewhere only `ps` tells, and tells the words as one line: a setting always follows the folder.
    const line = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return line.includes(` -D ${folder} -c `)
  } catch {
    return false // there is no such process
  }
}
