/** Remembers in local storage which blocks of the timelock's logs each node gave, and which announcements were found. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { readStored, writeStored } from '../../state/storage.ts'
import { LOGS_KEY, useLogs, type Covered, type FoundOperation } from './logsStore.ts'

/** The greatest number of announcements that are remembered. */
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
    if (known !== undefined && known.block > one.block) continue
    const by = known?.block === one.block ? known.by.filter((other) => other !== place) : []
    all.set(one.id, { ...one, by: [...by, place] })
  }
  const list = [...all.values()].sort((one, other) => other.block - one.block).slice(0, MOST_FOUND)
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
      found.every(
        ({ id, predecessor, salt, readyAt, scheduledAt, block, by, calls }) =>
          [id, predecessor, salt].every((word) => /^0x[0-9a-f]{64}$/.test(word)) &&
          /^\d{1,78}$/.test(readyAt) &&
          [scheduledAt, block].every(Number.isSafeInteger) &&
          by.every(isText) &&
          (calls === null ||
            calls.every(
              ({ target, value, data }) =>
                /^0x[0-9a-f]{40}$/.test(target) &&
                /^\d{1,78}$/.test(value) &&
                /^0x([0-9a-f]{2})*$/.test(data),
            )),
      )
    return isWhole ? { of, covered, found } : null
  } catch {
    return null
  }
}
