/** Remembers in local storage which blocks of the timelock's logs each node gave, and which announcements were found. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { readStored, writeStored } from '../../state/storage.ts'
import { isOperation } from './operationShape.ts'
import { LOGS_KEY, useLogs, type Covered, type FoundOperation } from './logsStore.ts'

/** The greatest number of a node's announcements that are remembered: a node that invents some removes none that another has given. */
const MOST_FOUND = 50

type Remembered = {
  /** the chain's first block and the timelock */
  of: string
  /** by the node's place */
  covered: Record<string, Covered>
  found: FoundOperation[]
}

let remembered: Remembered = { of: '', covered: {}, found: [] }

/** Shows the announcements that this browser has found before. */
export function recallLogs({ genesisHash, contracts }: WebConfig): void {
  const of = `${genesisHash} ${contracts.Timelock}`
  if (remembered.of === of) return
  const stored = parse(readStored(LOGS_KEY))
  remembered = stored?.of === of ? stored : { of, covered: {}, found: [] }
  useLogs.setState({ nodes: [], found: remembered.found })
}

/** The chain and the timelock whose logs are remembered now. */
export function rememberedChain(): string {
  return remembered.of
}

/** The blocks that the node has given; null: none. */
export function rememberedBlocks(place: string): Covered | null {
  return remembered.covered[place] ?? null
}

export function rememberLogs(
  place: string,
  covered: Covered | null,
  found: readonly Omit<FoundOperation, 'by'>[],
): void {
  const all = new Map(remembered.found.map((one) => [one.id, one]))
  for (const one of found) {
    const known = all.get(one.id)
    const by = [...new Set([...(known?.by ?? []), place])]
    // An operation that was cancelled may be announced again in a later block.
    all.set(one.id, { ...(known !== undefined && known.block > one.block ? known : one), by })
  }
  const sorted = [...all.values()].sort((one, other) => other.block - one.block)
  const places = new Set(sorted.flatMap(({ by }) => by))
  const kept = new Set(
    [...places].flatMap((of) => sorted.filter(({ by }) => by.includes(of)).slice(0, MOST_FOUND)),
  )
  const list = sorted.filter((one) => kept.has(one))
  remembered = {
    ...remembered,
    covered: { ...remembered.covered, ...(covered !== null && { [place]: covered }) },
    found: list,
  }
  writeStored(LOGS_KEY, JSON.stringify(remembered))
  useLogs.setState({ found: list })
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/** @returns null for anything that this app has not written: a person or another program may change the storage */
function parse(stored: string | null): Remembered | null {
  try {
    const { of, covered, found } = JSON.parse(stored ?? 'null') as Remembered
    const isWhole =
      isText(of) &&
      Object.values(covered).every(({ from, to, since, until }) =>
        [from, to, since, until].every(Number.isSafeInteger),
      ) &&
      found.every((one) => isOperation(one) && Number.isSafeInteger(one.block) && one.by.every(isText))
    return isWhole ? { of, covered, found } : null
  } catch {
    return null
  }
}
