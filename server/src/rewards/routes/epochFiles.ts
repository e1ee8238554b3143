/** An epoch's file, header and parts, as the exact bytes. EpochLog has the header's hash, and the header has the hashes of the parts. */
import { Type } from 'typebox'
import { EpochSchema } from '@galx/protocol/http/bonuses'
import { defineRoute, TextAnswer } from '../../http/route.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { programsIn, readPart, rowsOfPart } from '../../ledger/epochFile.ts'
import { readEpoch } from '../../ledger/closedEpochs.ts'

const PartSchema = Type.String({
  pattern: '^[0-9a-f]{2}$',
  description: 'first byte of the accounts, two hex digits',
})

export const epochHeader = defineRoute({
  method: 'GET',
  path: '/epochs/:epoch/header',
  summary: 'An epoch’s header: its keccak256 is the hash in EpochLog',
  auth: 'none',
  params: Type.Object({ epoch: EpochSchema }),
  data: 'text/plain',
  refusals: ['epochUnknown'],
  handle: async ({ read }, { params }) => {
    const epoch = await readEpoch(read, params.epoch)
    if (epoch === null) throw new RefusalError('epochUnknown')
    return new TextAnswer(epoch.header, epoch.published)
  },
})

export const epochPart = defineRoute({
  method: 'GET',
  path: '/epochs/:epoch/parts/:part',
  summary:
    'One part of an epoch’s file: its keccak256 is in the header. A part without rows has no file. The number of rows a minute is limited for a network',
  auth: 'none',
  params: Type.Object({ epoch: EpochSchema, part: PartSchema }),
  data: 'text/plain',
  refusals: ['epochUnknown'],
  handle: async ({ read, limits }, { params, caller }) => {
    const epoch = await readEpoch(read, params.epoch)
    if (epoch === null) throw new RefusalError('epochUnknown')
    const number = Number.parseInt(params.part, 16)
    await limits.countRows(caller.network, rowsOfPart(epoch.header, number))
    const part = await readPart(read, params.epoch, programsIn(epoch.header), number)
    if (part === null) throw new RefusalError('epochUnknown')
    return new TextAnswer(part.text, epoch.published)
  },
})
