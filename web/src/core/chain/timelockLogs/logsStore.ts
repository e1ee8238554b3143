/** The timelock's logs that this browser has read, by node, and the announcements that it found. */
import type { TimelockOperation } from '@galx/protocol/http/timelock'
import { create } from 'zustand'
import type { NodeName } from '../nodeChoice.ts'

/** Blocks that were read without a gap, both ends included. */
export type Covered = {
  from: number
  to: number
  /** the time of the block `from`, unix seconds */
  since: number
  /** the time of the block `to`, unix seconds */
  until: number
}

/** An announcement in a log. `by`: the places of the nodes that gave the log. */
export type FoundOperation = TimelockOperation & { block: number; by: string[] }

/**
 * Why a node gave no further logs. `none`: it serves no logs; `old`: it keeps no older logs; `silent`: it does not answer; `busy`: it asks
 * the app to wait; `paused`: there are more blocks than one reading may request.
 */
export type LogObstacle = { kind: 'none' | 'old' | 'silent' | 'busy' | 'paused'; words: string }

export type NodeLogs = {
  node: NodeName
  /** the node's address, or the wallet's name: logs of another node are not this node's logs */
  place: string
  reading: boolean
  /** null: no block was read */
  covered: Covered | null
  obstacle: LogObstacle | null
}

type Logs = { nodes: readonly NodeLogs[]; found: readonly FoundOperation[] }

export const NO_LOGS: Logs = { nodes: [], found: [] }

export const useLogs = create<Logs>()(() => NO_LOGS)

/** The key of the remembered logs in local storage. */
export const LOGS_KEY = 'galx_timelockLogs'
