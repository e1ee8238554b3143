/**
 * How many requests a process works on at once. More than it can answer soon are refused at once: a queue that grows makes every
 * answer late, and takes memory until the process ends.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { Refusal } from '../platform/http/refusal.ts'
import { isHealthCheck } from './callers.ts'

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 1

/** @param most requests at once; health checks are not among them */
export function installUnderWay(app: FastifyInstance, registry: Registry, most: number): void {
  let underWay = 0
  /** the answers that each open connection waits for */
  const awaited = new WeakMap<Socket, Set<ServerResponse>>()
  const answersOf = (socket: Socket): Set<ServerResponse> => {
    const known = awaited.get(socket)
    if (known !== undefined) return known
    const answers = new Set<ServerResponse>()
    awaited.set(socket, answers)
    // Of several requests sent at once, only the first one's answer hears that the connection is gone.
    socket.once('close', () => {
      underWay -= answers.size
      answers.clear()
    })
    return answers
  }
  const registers = [registry]
  new Gauge({
    name: 'galx_requests_under_way',
    help: 'Requests that are being answered',
    registers,
    collect() {
      this.set(underWay)
    },
  })
  const shed = new Counter({
    name: 'galx_requests_shed_total',
    help: 'Requests refused with 503 because too many were under way',
    registers,
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isHealthCheck(request)) return done()
    if (underWay >= most) {
      shed.inc()
      return done(new Refusal('unavailable', undefined, { seconds: RETRY_AFTER }))
    }
    const { socket } = request.raw
    // No event would say when the place is free again.
    if (socket.closed) return done()
    const answers = answersOf(socket)
    answers.add(reply.raw)
    underWay += 1
    reply.raw.once('close', () => {
      if (answers.delete(reply.raw)) underWay -= 1
    })
    done()
  })
}
