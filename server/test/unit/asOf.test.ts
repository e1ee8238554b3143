/** Every answer from the indexed tables has the block up to which it is complete, and that block's time. */
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { AsOfSchema } from '@galx/protocol/http/common'
import { btcApiRoutes, mainApiRoutes } from '../../src/api/routeLists.ts'

type Schema = { anyOf?: Schema[]; type?: string; properties?: Record<string, Schema>; required?: string[] }

const SIGN_IN = 'sign-in: a text to sign, a token, or sessions; nothing in it comes from the chain'
const REPORT = 'the state of one transaction; confirmed means that the tables hold it'
const VOUCHER = 'the signer’s voucher, and the amount drawn, which the contract gives at that moment'
const EPOCH_FILE = 'a text whose hash is published: not a byte may be added'

/** The calls whose answers have no `asOf`, and the reason. */
const EXCEPTIONS: Record<string, string> = {
  'POST /user/public/nonce/:address': SIGN_IN,
  'POST /user/public/auth/:address': SIGN_IN,
  'GET /sessions': SIGN_IN,
  'POST /sessions/revoke': SIGN_IN,
  'GET /announcements': 'the operator’s words',
  'GET /status': 'has three such blocks, named indexed, totals and ranks',
  'POST /stake': REPORT,
  'POST /transferNft': REPORT,
  'POST /galxStake': REPORT,
  'POST /galxMcmStake': REPORT,
  'POST /stakeA': REPORT,
  'POST /buyLevel': REPORT,
  'POST /mcmStake': REPORT,
  'POST /mcmNode': REPORT,
  'POST /mcfStake': REPORT,
  'POST /znStake': REPORT,
  'POST /getGalxSign': VOUCHER,
  'GET /getSign': VOUCHER,
  'POST /getMcmSign': VOUCHER,
  'GET /getMcfSign': VOUCHER,
  'GET /getznSign': VOUCHER,
  'GET /getASign': VOUCHER,
  'GET /vouchers/:epoch':
    'has the signer’s data from the close of the requested epoch, not the indexer’s data',
  'GET /epochs/:epoch/header': `${EPOCH_FILE}. It names the epoch’s last block`,
  'GET /epochs/:epoch/parts/:part': `${EPOCH_FILE}. The header names the epoch’s last block`,
  // This file comes from the indexed chain, but its columns are fixed. So a reader cannot see the block up to which the file is complete.
  'GET /activity.csv': 'lines of a table have no place for it; each names its own block and time',
}

function carriesAsOf(data: Schema | string): boolean {
  if (typeof data === 'string') return false
  if (data.anyOf) return data.anyOf.filter(({ type }) => type !== 'null').every(carriesAsOf)
  const { asOf } = data.properties ?? {}
  return (
    asOf !== undefined &&
    data.required?.includes('asOf') === true &&
    JSON.stringify(asOf) === JSON.stringify(AsOfSchema)
  )
}

it('every call’s answer has asOf, except those listed here', () => {
  const without = [...mainApiRoutes, ...btcApiRoutes].filter(({ data }) => !carriesAsOf(data as Schema))
  expect(without.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    Object.keys(EXCEPTIONS).sort(),
  )
})

/** Calls whose `total` may be a number without a block, and the reason. */
const COUNTED = { 'GET /getFans1': 'counts pending members, which the API itself has written' }

it('every count or sum of rows of the chain may be null before the first block', () => {
  const certain = [...mainApiRoutes, ...btcApiRoutes].filter(({ data }) => {
    const { total, totals } = typeof data === 'string' ? {} : ((data as Schema).properties ?? {})
    const isCertain = (one: Schema | undefined) =>
      one !== undefined && !one.anyOf?.some(({ type }) => type === 'null')
    return carriesAsOf(data as Schema) && (isCertain(total) || isCertain(totals))
  })
  expect(certain.map(({ method, path }) => `${method} ${path}`)).toEqual(Object.keys(COUNTED))
})

it.each([
  ['a page without asOf', Type.Object({ list: Type.Array(Type.String()) })],
  ['an optional asOf', Type.Object({ asOf: Type.Optional(AsOfSchema) })],
  ['a block without its time', Type.Object({ asOf: Type.Object({ block: Type.Integer() }) })],
  ['asOf in only one of two answers', Type.Union([Type.Object({ asOf: AsOfSchema }), Type.Object({})])],
  ['a nested asOf', Type.Object({ team: Type.Object({ asOf: AsOfSchema }) })],
])('an invented answer does not pass: %s', (_what, data) => {
  expect(carriesAsOf(data as Schema)).toBe(false)
})
