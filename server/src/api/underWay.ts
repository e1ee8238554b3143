/**
 * How many requests a process works on at once. More than it can answer soon are refused at once: a queue that grows makes every
 * answer late, and takes memory until the process ends.
 */
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { Refusal } from '../platform/http/refusal.ts'

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 1

/** @param most requests at once; health checks are not among them */
export function installUnderWay(app: FastifyInstance, registry: Registry, most: number): void {
  let underWay = 0
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
    if (request.url.startsWith('/health/')) return done()
    if (underWay >= most) {
      shed.inc()
      return done(new Refusal('unavailable', undefined, { seconds: RETRY_AFTER }))
    }
    underWay += 1
    // Also where the caller goes away before its answer.
    reply.raw.once('close', () => (underWay -= 1))
    done()
  })
}
