/** Writes epochs' files and vouchers from the API into a folder and checks each file against its hash. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256, stringToBytes } from 'viem'
import { Value } from 'typebox/value'
import { EpochsData, type EpochItem } from '@galx/protocol/http/bonuses'
import { VouchersData, type PublicVoucher } from '@galx/protocol/http/vouchers'
import { fetchWithRetry } from '../fetchWithRetry.ts'
import { cidOf } from './cid.ts'

/** The API does not answer, or its files do not match their hashes. */
export class ExportError extends Error {
  override name = 'ExportError'
}

type ExportedEpoch = { epoch: number; hash: string; cid: string; vouchers: number }

const PAGE = 100

/**
 * Exports published epochs from `from` on, oldest first. Each epoch is complete in the folder before the next begins. When the signer signs
 * an epoch during the export, vouchers move from earlier epochs to this epoch, perhaps before the export has read them. So the export ends
 * only once no further epoch is published.
 * @param api the API's origin
 * @param folder null: everything is fetched and checked, and nothing is written
 * @throws ExportError
 */
export async function* exportEpochs(
  api: string,
  from: number,
  folder: string | null,
): AsyncGenerator<ExportedEpoch> {
  for (let next = from; ;) {
    const epochs = (await listPublished(api, next)).reverse()
    if (epochs.length === 0) return
    for (const epoch of epochs) {
      yield await exportEpoch(api, epoch, folder)
      next = epoch.epoch + 1
    }
  }
}

async function exportEpoch(
  api: string,
  { epoch, hash }: Pick<EpochItem, 'epoch' | 'hash'>,
  folder: string | null,
): Promise<ExportedEpoch> {
  const header = await textOf(`${api}/api/epochs/${epoch}/header`)
  hold(`the header of epoch ${epoch}`, header, hash)
  const parts: Record<string, Uint8Array> = {}
  for (const [, part, partHash] of header.matchAll(/^part ([0-9a-f]{2}) \d+ (0x[0-9a-f]{64})$/gm)) {
    const text = await textOf(`${api}/api/epochs/${epoch}/parts/${part}`)
    hold(`part ${part} of epoch ${epoch}`, text, partHash!)
    parts[`${part}.txt`] = Buffer.from(text)
  }
  const vouchers = await listVouchers(api, epoch)
  const files = { 'header.txt': Buffer.from(header), ...(Object.keys(parts).length > 0 ? { parts } : {}) }
  const cid = cidOf(files)
  if (folder !== null) {
    const place = join(folder, String(epoch))
    mkdirSync(join(place, 'parts'), { recursive: true })
    for (const [name, bytes] of Object.entries(parts)) writeAtomically(join(place, 'parts', name), bytes)
    writeAtomically(join(place, 'vouchers.json'), `${JSON.stringify(vouchers, null, 1)}\n`)
    writeAtomically(join(place, 'cid.txt'), `${cid}\n`)
    writeAtomically(join(place, 'header.txt'), header)
  }
  return { epoch, hash, cid, vouchers: vouchers.length }
}

/** Newest first. */
async function listPublished(api: string, from: number): Promise<EpochItem[]> {
  const found: EpochItem[] = []
  for (let before: number | null = null; ;) {
    const query: string = `limit=${PAGE}${before === null ? '' : `&before=${before}`}`
    const { list, next }: EpochsData = await dataOf(`${api}/api/epochs?${query}`, EpochsData)
    found.push(...list.filter(({ epoch, published }) => published && epoch >= from))
    if (next === null || next <= from) return found
    before = next
  }
}

async function listVouchers(api: string, epoch: number): Promise<PublicVoucher[]> {
  const found: PublicVoucher[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = `limit=${PAGE}${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page: VouchersData = await dataOf(`${api}/api/vouchers/${epoch}?${query}`, VouchersData)
    found.push(...page.list)
    cursor = page.nextCursor
  }
  return found
}

function hold(what: string, text: string, hash: string): void {
  const found = keccak256(stringToBytes(text))
  if (found !== hash) throw new ExportError(`${what} has the hash ${found}, not ${hash}`)
}

async function textOf(url: string): Promise<string> {
  const response = await ask(url)
  if (response.status !== 200) throw new ExportError(`${url} answers ${response.status}`)
  return response.text()
}

async function dataOf<Schema extends typeof EpochsData | typeof VouchersData>(url: string, schema: Schema) {
  const data = dataIn(await textOf(url))
  if (!Value.Check(schema, data))
    throw new ExportError(`the answer of ${url} does not have the expected form`)
  return data
}

/** @returns undefined for text that is not the API's, for example the page of a proxy */
function dataIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { data?: unknown } | null)?.data
  } catch {
    return undefined
  }
}

/** Waits for the rate limit: a large epoch has more pages than one minute allows requests. */
function ask(url: string): Promise<Response> {
  return fetchWithRetry(url).catch((error: Error) => {
    throw new ExportError(`${url} does not answer: ${error.message}`)
  })
}

/** Writes atomically: a reader of the folder never sees a partial file. */
function writeAtomically(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content)
  renameSync(`${path}.new`, path)
}
