// Stops its parent's processes after the parent has ended.
//
// The parent (supervisor, test run) registers its processes on stdin: "own <pid> <signal> <graceMs>", and
// "release <pid>" when a process has ended. When stdin closes, which the kernel does even for a parent killed by SIGKILL,
// all remaining processes are stopped: first by their own signal, after the grace period by SIGKILL. Plain JavaScript, so that it
// needs no loader and starts in 40 ms.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** pid → { signal, graceMs, startedAt } */
const owned = new Map()

/** The process's start time in clock ticks, from /proc: a reused pid has another start time. Undefined if there is no such process. */
function startTicks(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const afterName = fields.slice(fields.lastIndexOf(')') + 2).split(' ')
    return afterName[0] === 'Z' ? undefined : afterName[19]
  } catch {
    return process.platform === 'linux' ? undefined : 'unknown'
  }
}

function isAlive(pid, entry) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  return startTicks(pid) === entry.startedAt
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // the process has just ended by itself
  }
}

function stopEverything() {
  const deadlines = new Map()
  for (const [pid, entry] of owned) {
    if (!isAlive(pid, entry)) owned.delete(pid)
    else {
      signal(pid, entry.signal)
      deadlines.set(pid, performance.now() + entry.graceMs)
    }
  }
  const poll = () => {
    for (const [pid, entry] of owned) {
      if (!isAlive(pid, entry)) owned.delete(pid)
      else if (performance.now() > deadlines.get(pid)) signal(pid, 'SIGKILL')
    }
    if (owned.size === 0) process.exit(0)
    setTimeout(poll, 20)
  }
  poll()
}

// The parent handles Ctrl-C in the terminal and SIGTERM to the whole group. It closes stdin when it is done.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {})

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const [verb, pidText, signalName, graceText] = line.split(' ')
  const pid = Number.parseInt(pidText, 10)
  if (verb === 'own') {
    const startedAt = startTicks(pid)
    if (startedAt !== undefined)
      owned.set(pid, { signal: signalName, graceMs: Number.parseInt(graceText, 10), startedAt })
  } else if (verb === 'release') owned.delete(pid)
})
lines.on('close', stopEverything)
