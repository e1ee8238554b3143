/**
 * One pipelining caller in a separate process: CONNECTIONS connections of REQUESTS requests each, all sent at once. A connection that is
 * closed, or is open for too long, is opened again. Starts when its parent process sends an address, and ends at the next message.
 */
import { setMaxListeners } from 'node:events'
import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const CONNECTIONS = 16
const REQUESTS = 10_000
/** The longest time that a connection stays open, milliseconds. */
const STAYS = 2_000

const stopping = new AbortController()
setMaxListeners(0, stopping.signal)
// A real attacker would use another machine.
setPriority(constants.priority.PRIORITY_LOW)
let opened = 0

async function send(url: URL, bytes: string): Promise<void> {
  while (!stopping.signal.aborted) {
    const socket = connect({ port: Number(url.port), host: url.hostname, localAddress: '127.0.0.2' })
    const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
    // A connection that the server cuts is one of the measured outcomes.
    socket.on('error', () => {}).resume()
    socket.once('connect', () => (opened += 1))
    socket.write(bytes)
    await Promise.race([closed, pause(STAYS, undefined, { signal: stopping.signal }).catch(() => {})])
    socket.destroy()
    await closed
  }
}

process.once('message', (address: string) => {
  const request = `GET /api/getAAAUserInfo?address=0x${'1'.repeat(40)} HTTP/1.1\r\nHost: x\r\n\r\n`
  const sending = Array.from({ length: CONNECTIONS }, () => send(new URL(address), request.repeat(REQUESTS)))
  process.once('message', () => {
    stopping.abort()
    void Promise.all(sending).then(() => {
      process.send?.({ opened })
      process.disconnect()
    })
  })
})
process.send?.('ready')
