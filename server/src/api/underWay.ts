/**
 * How many requests a process works on at once. More than it can answer soon are refused at once: a queue that grows makes every
 * answer late, and takes memory until the process ends.
 *
 * Where all places are taken, callers that keep us waiting give way: who sends its request, or takes its answer, so slowly that the
 * process only waits for it loses its connection. Otherwise a few of them would keep everybody else out for as long as they like.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { Refusal } from '../platform/http/refusal.ts'
import { isHealthCheck } from './callers.ts'

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 1
/** Milliseconds that a caller may keep us waiting while others are refused. */
const PATIENCE_MS = 1_000

type Place = {
  request: IncomingMessage
  answer: ServerResponse
  /** when it was first seen that only the caller is waited for; null: it is not */
  waitingSince: number | null
}

/** @param most requests at once; health checks are not among them */
export function installUnderWay(app: FastifyInstance, registry: Registry, most: number): void {
  /** in the order in which they came */
  const places = new Set<Place>()
  /** those of each open connection */
  const ofConnection = new WeakMap<Socket, Set<Place>>()
  const { shed, cut } = underWayMetrics(registry, () => places.size)

  const leave = (socket: Socket, left: Iterable<Place>) => {
    for (const place of [...left]) {
      places.delete(place)
      ofConnection.get(socket)?.delete(place)
    }
  }
  const placesOf = (socket: Socket): Set<Place> => {
    const known = ofConnection.get(socket)
    if (known !== undefined) return known
    const own = new Set<Place>()
    ofConnection.set(socket, own)
    // Of several requests sent at once, only the first one's answer hears that the connection is gone.
    socket.once('close', () => leave(socket, own))
    return own
  }
  /** @returns whether a caller that kept us waiting for longer than it may has lost its connection, and so its places */
  const cutSlowCaller = (): boolean => {
    const now = performance.now()
    let slow: Place | undefined
    for (const place of places) {
      place.waitingSince = waitsForCaller(place) ? (place.waitingSince ?? now) : null
      if (place.waitingSince !== null && now - place.waitingSince >= PATIENCE_MS) slow ??= place
    }
    if (slow === undefined) return false
    const { socket } = slow.request
    cut.inc()
    leave(socket, placesOf(socket))
    socket.destroy()
    return true
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isHealthCheck(request)) return done()
    if (places.size >= most && !cutSlowCaller()) {
      shed.inc()
      return done(new Refusal('unavailable', undefined, { seconds: RETRY_AFTER }))
    }
    const { socket } = request.raw
    // No event would say when the place is free again.
    if (socket.closed) return done()
    const place: Place = { request: request.raw, answer: reply.raw, waitingSince: null }
    placesOf(socket).add(place)
    places.add(place)
    reply.raw.once('close', () => leave(socket, [place]))
    done()
  })
}

/** Whether the request has not come in full, or its answer is made and not taken. */
function waitsForCaller({ request, answer }: Place): boolean {
  return !request.complete || answer.writableEnded || answer.writableNeedDrain
}

function underWayMetrics(registry: Registry, underWay: () => number) {
  const registers = [registry]
  new Gauge({
    name: 'galx_requests_under_way',
    help: 'Requests that are being answered',
    registers,
    collect() {
      this.set(underWay())
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
      help: 'Connections cut because too many requests were under way and their callers kept them waiting',
      registers,
    }),
  }
}
