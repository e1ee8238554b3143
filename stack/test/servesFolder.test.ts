/** The database of a folder is distinguished from another process that now has the same process id. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { servesFolder } from '../src/database/servesFolder.ts'

const FOLDER = '/home/some one/database'

let child: ChildProcess
afterEach(() => child.kill('SIGKILL'))

async function start(folder: string): Promise<number> {
  const script = 'console.log(); setInterval(() => {}, 1000)'
  child = spawn(process.execPath, ['-e', script, '--', '-D', folder, '-c', 'port=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout!, 'data')
  return child.pid!
}

describe.each(['linux', 'darwin'] as const)('as %s shows it', (platform) => {
  it.runIf(platform === 'darwin' || process.platform === 'linux')(
    'only a process that was started on this folder serves it',
    async () => {
      const pid = await start(FOLDER)
      expect(servesFolder(pid, FOLDER, platform)).toBe(true)
      expect(servesFolder(pid, '/home/some', platform)).toBe(false)
      expect(servesFolder(pid, `${FOLDER}2`, platform)).toBe(false)
      expect(servesFolder(process.pid, FOLDER, platform)).toBe(false)
      child.kill('SIGKILL')
      await once(child, 'close')
      expect(servesFolder(pid, FOLDER, platform)).toBe(false)
    },
  )
})
