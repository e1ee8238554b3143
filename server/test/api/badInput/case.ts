import type { ErrorName } from '@galx/protocol/http/errors'
import { newAccount, type CallOptions } from '../world.ts'

/** A request that must be refused, and its refusal. */
export type Case = {
  name: string
  on?: 'btc'
  call: [method: 'GET' | 'POST', path: string]
  options?: CallOptions
  signedIn?: boolean
  want: ErrorName
  /** the field in the answer */
  field?: string
}

/** Valid values. */
export const ADDRESS = newAccount().address.toLowerCase()
export const HASH = `0x${'ab'.repeat(32)}`
export const nonce = `/api/user/public/nonce/${ADDRESS}`
export const auth = `/api/user/public/auth/${ADDRESS}`
