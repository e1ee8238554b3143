/** Every event, in the order of the drill. */
import { machineLost, primaryKilled, storeAway, switchedOver } from './database.ts'
import type { DrillEvent } from './event.ts'
import { haproxyKilled, indexerKilled, nginxKilled, redisGone } from './processes.ts'

export const EVENTS: readonly DrillEvent[] = [
  primaryKilled,
  machineLost,
  switchedOver,
  storeAway,
  indexerKilled,
  haproxyKilled,
  nginxKilled,
  redisGone,
]
