/** Every event, in the order of the drill. */
import { alertsArrive } from './alerts.ts'
import { machineLost, primaryKilled, storeAway, switchedOver } from './database.ts'
import type { DrillEvent } from './event.ts'
import { coSignerAway, keyStolen } from './keys.ts'
import { nodeDead, nodeLags, nodeLies } from './nodes.ts'
import { haproxyKilled, indexerKilled, nginxKilled, redisGone } from './processes.ts'
import { released } from './release.ts'
import { restored } from './restore.ts'
import { sessionRevoked } from './session.ts'

export const EVENTS: readonly DrillEvent[] = [
  primaryKilled,
  machineLost,
  switchedOver,
  storeAway,
  indexerKilled,
  haproxyKilled,
  nginxKilled,
  redisGone,
  keyStolen,
  coSignerAway,
  sessionRevoked,
  released,
  nodeLies,
  nodeLags,
  nodeDead,
  // Reads the whole chain again, including the blocks that were indexed while nodes lied.
  restored,
  alertsArrive,
]
