/** Epoch files and vouchers from the API, or from a folder in the layout of `--out`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from 'viem'
import { fetchWithRetry } from '../../fetchWithRetry.ts'
import { AuditError } from '../events.ts'
import type { PublishedFiles, PublishedVoucher } from '../compareFiles.ts'

/**
 * `FOLDER/<epoch>/header.txt`, `parts/<xx>.txt` and `vouchers.json`.
 * @param withVouchers false: the folder has no vouchers, like a folder from IPFS
 */
export function filesInFolder(folder: string, withVouchers: boolean): PublishedFiles {
  const read = (epoch: bigint, ...path: string[]) => {
    const file = join(folder, epoch.toString(), ...path)
    return existsSync(file) ? readFileSync(file, 'utf8') : null
  }
  return {
    header: (epoch) => Promise.resolve(read(epoch, 'header.txt')),
    part: (epoch, byte) => Promise.resolve(read(epoch, 'parts', `${byte}.txt`)),
    ...(withVouchers && {
      vouchers: (epoch: bigint) => {
        const text = read(epoch, 'vouchers.json')
        if (text === null) return Promise.resolve(null)
        const place = join(folder, epoch.toString(), 'vouchers.json')
        return Promise.resolve(readVouchers(parseJson(text, place), place))
      },
    }),
  }
}

/** Vouchers come in pages, and each page names the next. */
const MOST_PAGES = 1_000_000

/** @param base the main API's address, without `/api` */
export function filesOfApi(base: string): PublishedFiles {
  const ask = async (path: string): Promise<string | null> => {
    const url = new URL(path, base.endsWith('/') ? base : `${base}/`)
    const answer = await fetchWithRetry(url).catch((error: unknown) => {
      throw new AuditError(`${url.origin} does not answer: ${(error as Error).message}`)
    })
    if (answer.status === 404) return null
    if (!answer.ok) throw new AuditError(`${url.href} answers with ${answer.status}`)
    return answer.text()
  }
  return {
    header: (epoch) => ask(`api/epochs/${epoch}/header`),
    part: (epoch, byte) => ask(`api/epochs/${epoch}/parts/${byte}`),
    async vouchers(epoch) {
      const vouchers: PublishedVoucher[] = []
      let cursor: string | null = ''
      for (let page = 0; cursor !== null && page < MOST_PAGES; page++) {
        const path = `api/vouchers/${epoch}?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
        const text = await ask(path)
        if (text === null) return vouchers.length === 0 ? null : vouchers
        const body = parseJson(text, path)
        vouchers.push(...readVouchers(body, path))
        cursor = nextOf(body)
      }
      return vouchers
    },
  }
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AuditError(`${place} is not JSON`)
  }
}

const SIGNATURE = /^0x([0-9a-f]{128}|[0-9a-f]{130})$/i

/** Reads a list, or an object with a `list`, with or without the API's envelope. */
function readVouchers(body: unknown, place: string): PublishedVoucher[] {
  const list = fieldsOf(dataOf(body)).list ?? dataOf(body)
  if (!Array.isArray(list)) throw new AuditError(`${place} has no list of vouchers`)
  return list.map((entry: unknown) => {
    const { program, account, cumulative, deadline, signersNonce, signature, coSignature } = fieldsOf(entry)
    if (
      typeof program !== 'string' ||
      !matches(account, /^0x[0-9a-f]{40}$/i) ||
      !matches(String(cumulative), /^[0-9]{1,78}$/) ||
      !matches(String(deadline), /^[0-9]{1,20}$/) ||
      !matches(String(signersNonce), /^[0-9]{1,20}$/) ||
      !matches(signature, SIGNATURE) ||
      !matches(coSignature, SIGNATURE)
    )
      throw new AuditError(`${place} has an entry that is not a voucher: ${JSON.stringify(entry)}`)
    return {
      program,
      account: (account as string).toLowerCase() as Address,
      cumulative: BigInt(cumulative as string),
      deadline: BigInt(deadline as string),
      signersNonce: BigInt(signersNonce as string),
      signature: signature as Hex,
      coSignature: coSignature as Hex,
    }
  })
}

function nextOf(body: unknown): string | null {
  const { nextCursor } = fieldsOf(dataOf(body))
  return typeof nextCursor === 'string' ? nextCursor : null
}

function dataOf(body: unknown): unknown {
  return fieldsOf(body).data ?? body
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function matches(value: unknown, shape: RegExp): boolean {
  return typeof value === 'string' && shape.test(value)
}
