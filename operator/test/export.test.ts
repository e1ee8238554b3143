/** An export has each voucher even while a signer signs vouchers again and so moves them to later epochs, and names the address of its files. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EpochItem } from '@galx/protocol/http/bonuses'
import type { PublicVoucher } from '@galx/protocol/http/vouchers'
import { keccak256, stringToBytes } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cidOf } from '../src/export/cid.ts'
import { exportEpochs } from '../src/export/exportEpochs.ts'

let server: Server
let url: string
let folder: string
/** oldest first */
let published: number[]
/** by epoch */
let vouchers: Map<number, PublicVoucher[]>
/** called with each path before it is answered */
let asked: (path: string) => void

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-export-'))
  ;[published, vouchers, asked] = [[], new Map(), () => {}]
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://api')
    asked(pathname)
    response.end(answerTo(pathname, searchParams.get('before')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((resolve) => server.close(resolve))
})

const PART = 'GALX part 1\n'
function headerOf(epoch: number | string): string {
  return `GALX epoch 1\nepoch ${epoch}\npart 0a 1 ${keccak256(stringToBytes(PART))}\n`
}
function answerTo(path: string, before: string | null): string {
  const [, , , epoch = '', what] = path.split('/')
  if (what === 'header') return headerOf(epoch)
  if (what === 'parts') return PART
  if (path.startsWith('/api/vouchers/'))
    return JSON.stringify({ data: { list: vouchers.get(Number(epoch)) ?? [], nextCursor: null } })
  // One epoch for each page.
  const [newest, ...others] = published.filter((one) => before === null || one < Number(before)).reverse()
  const list = newest === undefined ? [] : [itemOf(newest)]
  const next = others.length === 0 ? null : newest
  return JSON.stringify({ data: { list, next, late: null, asOf: null } })
}
function itemOf(epoch: number): EpochItem {
  return {
    epoch,
    ruleset: 1,
    hash: keccak256(stringToBytes(headerOf(epoch))),
    blockNumber: epoch,
    published: true,
    from: 60 * epoch,
    to: 60 * epoch + 60,
    programs: [],
  }
}
function voucherOf(digit: string): PublicVoucher {
  return {
    program: 'galx',
    programId: '1',
    account: `0x${digit.repeat(40)}`,
    cumulative: '7',
    deadline: 9,
    signersNonce: 1,
    signature: `0x${'ab'.repeat(65)}`,
    coSignature: `0x${'cd'.repeat(65)}`,
  }
}
async function exported(from = 0): Promise<number[]> {
  const epochs: number[] = []
  for await (const { epoch } of exportEpochs(url, from, folder)) epochs.push(epoch)
  return epochs
}
function accountsIn(epoch: number): string[] {
  const text = readFileSync(join(folder, String(epoch), 'vouchers.json'), 'utf8')
  return (JSON.parse(text) as PublicVoucher[]).map(({ account }) => account)
}

it('has each voucher, even if a later epoch signs a voucher again before the export reads the voucher’s first epoch', async () => {
  const [anna, bob] = [voucherOf('a'), voucherOf('b')]
  published = [1, 2]
  vouchers = new Map([
    [1, [anna]],
    [2, [bob]],
  ])
  const signs = (path: string, epoch: number, of: number) => {
    if (path !== `/api/epochs/${of}/header` || published.includes(epoch)) return
    published.push(epoch)
    vouchers = new Map([...vouchers, [epoch, vouchers.get(of)!], [of, []]])
  }
  asked = (path) => {
    signs(path, 3, 1)
    signs(path, 4, 3)
  }
  expect(await exported()).toEqual([1, 2, 3, 4])
  expect([1, 2, 3, 4].map(accountsIn)).toEqual([[], [bob.account], [], [anna.account]])
})

it('writes the address of header and parts into cid.txt, which is not the address of the whole folder', async () => {
  published = [1]
  vouchers = new Map([[1, [voucherOf('a')]]])
  await exported()
  const place = join(folder, '1')
  const bytesOf = (name: string) => readFileSync(join(place, name))
  expect(readdirSync(place).sort()).toEqual(['cid.txt', 'header.txt', 'parts', 'vouchers.json'])
  const subset = { 'header.txt': bytesOf('header.txt'), parts: { '0a.txt': bytesOf('parts/0a.txt') } }
  const written = bytesOf('cid.txt').toString()
  expect(written).toBe(`${cidOf(subset)}\n`)
  const whole = { ...subset, 'vouchers.json': bytesOf('vouchers.json'), 'cid.txt': bytesOf('cid.txt') }
  expect(written).not.toBe(`${cidOf(whole)}\n`)
})

it('begins with the requested epoch, and writes nothing if no epoch is published', async () => {
  expect(await exported()).toEqual([])
  published = [1, 2, 3]
  expect(await exported(2)).toEqual([2, 3])
})

it.each(['<!doctype html>', 'null', '{"data":{}}'])(
  'names the address of an answer that is not the API’s: %s',
  async (text) => {
    server.removeAllListeners('request')
    server.on('request', (_request, response) => response.end(text))
    await expect(exported()).rejects.toThrow(
      `the answer of ${url}/api/epochs?limit=100 does not have the expected form`,
    )
  },
)

it('names the reason why the API cannot be reached', async () => {
  await new Promise((resolve) => server.close(resolve))
  await expect(exported()).rejects.toThrow(
    /^http:\/\/\S+ does not answer: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
  )
})
