import { createServer } from 'node:net'
import { PORTS, type PortName } from './settings.ts'
import { StackError } from './stackError.ts'

/** @throws StackError that names every taken port, before anything starts */
export async function assertPortsFree(ports: Readonly<Record<PortName, number>>): Promise<void> {
  const taken: string[] = []
  for (const [name, port] of Object.entries(ports) as [PortName, number][]) {
    // Browsers also try ::1 for localhost: another program there would be mistaken for ours.
    const states = await Promise.all(['127.0.0.1', '::1'].map((host) => isTaken(port, host)))
    if (states.includes(true)) taken.push(`port ${port} (${name}, ${PORTS[name][0]}) is taken`)
  }
  if (taken.length > 0)
    throw new StackError(
      `${taken.join(', ')}: stop the program that uses it, or choose another port with ${Object.keys(PORTS).join(', ')}`,
    )
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true)
      else if (error.code === 'EACCES')
        reject(new StackError(`port ${port} needs more rights than this user has`))
      else resolve(false) // no IPv6 here
    })
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(false)))
  })
}
