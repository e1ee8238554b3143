/** The names of the OpenAPI components: a schema is named as the protocol's export is, and a refusal as in the table of errors. */
import * as activity from '@galx/protocol/http/activity'
import * as announcements from '@galx/protocol/http/announcements'
import * as bonuses from '@galx/protocol/http/bonuses'
import * as btcLevel from '@galx/protocol/http/btcLevel'
import * as common from '@galx/protocol/http/common'
import * as community from '@galx/protocol/http/community'
import * as earnings from '@galx/protocol/http/earnings'
import { ERRORS } from '@galx/protocol/http/errors'
import * as fundLog from '@galx/protocol/http/fundLog'
import * as passes from '@galx/protocol/http/passes'
import * as poolYields from '@galx/protocol/http/poolYields'
import * as priceHistory from '@galx/protocol/http/priceHistory'
import * as productLog from '@galx/protocol/http/productLog'
import * as rank from '@galx/protocol/http/rank'
import * as session from '@galx/protocol/http/session'
import * as status from '@galx/protocol/http/status'
import * as timelock from '@galx/protocol/http/timelock'
import * as transactionReport from '@galx/protocol/http/transactionReport'
import * as userInfo from '@galx/protocol/http/userInfo'
import * as vault from '@galx/protocol/http/vault'
import * as vouchers from '@galx/protocol/http/vouchers'
import { ReadinessSchema } from '../platform/http/readiness.ts'
import type { ComponentNames } from '../platform/http/openApiDocument.ts'

const EXPORTS: Record<string, unknown> = {
  ReadinessSchema,
  ...common,
  ...activity,
  ...announcements,
  ...bonuses,
  ...btcLevel,
  ...community,
  ...earnings,
  ...fundLog,
  ...passes,
  ...poolYields,
  ...priceHistory,
  ...productLog,
  ...rank,
  ...session,
  ...status,
  ...timelock,
  ...transactionReport,
  ...userInfo,
  ...vault,
  ...vouchers,
}

/** Other things have the same form, such as the hash of a file or an empty body. For them these names would be wrong. */
const NOT_NAMED = /^TransactionHash|Query$|^PassesBody$/

function nameOf(key: string): string {
  return key.replace(/Schema$/, '')
}

function isSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null && ['type', 'anyOf', 'enum'].some((key) => key in value)
}

export const COMPONENT_NAMES: ComponentNames = {
  schemas: Object.fromEntries(
    Object.entries(EXPORTS).flatMap(([key, value]) =>
      isSchema(value) && !NOT_NAMED.test(nameOf(key)) ? [[nameOf(key), value]] : [],
    ),
  ),
  responses: Object.fromEntries(
    Object.entries(ERRORS)
      .filter(([, { status: httpStatus }]) => httpStatus !== 200)
      .map(([name, { status: httpStatus, en_US }]) => [
        `${httpStatus} ${en_US}`,
        name[0]!.toUpperCase() + name.slice(1),
      ]),
  ),
}
