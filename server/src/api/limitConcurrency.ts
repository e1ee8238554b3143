/**
 * Limits the requests that a process works on at once, for all callers and for one caller. Further requests are refused at once, because a
 * growing queue makes every answer late and takes memory until the process ends. One caller may use only a part of all places. A connection
 * takes one place at most (pipelining.ts). The limits of callers.ts come first: a request that they refuse takes no place.
 *
 * If all places are taken, slow callers lose their connections: callers that send the request or read the answer so slowly that the process
 * only waits for them. Otherwise a few slow callers could keep all others out.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { RefusalError } from '../platform/http/refusal.ts'
import { callerOf, isHealthCheck } from '../http/callers.ts'

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 1
/** Milliseconds that the process waits for a slow caller while others are refused. */
const PATIENCE_MS = 1_000

type Place = {
  caller: string
  request: IncomingMessage
  answer: ServerResponse
  /** when the process began to wait for the caller alone; null: the process does not wait for the caller */
  waitingSince: number | null
}

/** @param most the largest number of requests at once, without health checks */
export function limitConcurrency(
  app: FastifyInstance,
  registry: Registry,
  most: { all: number; caller: number },
): void {
  /** in the order of arrival */
  const places = new Set<Place>()
  const ofCallers = new Map<string, Set<Place>>()
  const { shed, cut } = concurrencyMetrics(registry, () => places.size)

  const leave = (place: Place) => {
    const own = ofCallers.get(place.caller)
    places.delete(place)
    own?.delete(place)
    if (own?.size === 0) ofCallers.delete(place.caller)
  }
  const take = (place: Place) => {
    const own = ofCallers.get(place.caller) ?? new Set()
    ofCallers.set(place.caller, own.add(place))
    places.add(place)
    place.answer.once('close', () => leave(place))
  }
  /** Cuts a caller that the process has waited for too long. @returns whether a caller lost its connection, and so its place */
  const cutSlowCaller = (among: Iterable<Place>): boolean => {
    const now = performance.now()
    let slow: Place | undefined
    for (const place of among) {
      place.waitingSince = waitsForCaller(place) ? (place.waitingSince ?? now) : null
      if (place.waitingSince !== null && now - place.waitingSince >= PATIENCE_MS) slow ??= place
    }
    if (slow === undefined) return false
    cut.inc()
    leave(slow)
    slow.request.socket.destroy()
    return true
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isHealthCheck(request)) return done()
    const caller = callerOf(request)
    const own = ofCallers.get(caller)
    if (own !== undefined && own.size >= most.caller && !cutSlowCaller(own))
      return done(new RefusalError('tooManyRequests', undefined, { seconds: RETRY_AFTER }))
    if (places.size >= most.all && !cutSlowCaller(places)) {
      shed.inc()
      return done(new RefusalError('unavailable', undefined, { seconds: RETRY_AFTER }))
    }
    // A closed connection takes no place, because no event would free the place.
    if (!reply.raw.closed) take({ caller, request: request.raw, answer: reply.raw, waitingSince: null })
    done()
  })
}

/** Whether the request is incomplete, or the caller has not read the finished answer. */
function waitsForCaller({ request, answer }: Place): boolean {
  return !request.complete || answer.writableEnded || answer.writableNeedDrain
}

function concurrencyMetrics(registry: Registry, inFlight: () => number) {
  const registers = [registry]
  new Gauge({
    name: 'galx_requests_under_way',
    help: 'Requests that are being answered',
    registers,
    collect() {
      this.set(inFlight())
    },
  })
  return {
    shed: new Counter({
      name: 'galx_requests_shed_total',
      help: 'Requests refused with 503 because too many were under way',
      registers,
    }),
    cut: new Counter({
      name: 'galx_slow_callers_cut_total',
      help: 'Connections of slow callers that were cut because too many requests were under way',
      registers,
    }),
  }
}
