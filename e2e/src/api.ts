/** Calls to the servers without the app. */
import type { FansData } from '@galx/protocol/http/community'
import type { ActivityData } from '@galx/protocol/http/activity'
import type { UserInfo } from '@galx/protocol/http/userInfo'
import type { StackAddress } from './stack.ts'

export async function get<Data>(base: string, path: string, token?: string | null): Promise<Data> {
  const response = await fetch(`${base}${path}`, { headers: token ? { authorization: token } : {} })
  const body = (await response.json()) as { code: number; message: string; data: Data }
  if (body.code !== 200) throw new Error(`${path}: ${body.code} ${body.message}`)
  return body.data
}

export function userInfo(stack: StackAddress, address: string, token?: string | null) {
  return get<UserInfo>(stack.apiUrl, `/api/getAAAUserInfo?address=${address}`, token)
}

export function fans(stack: StackAddress, token: string | null) {
  return get<FansData>(stack.apiUrl, '/api/getFans1', token)
}

export function activity(stack: StackAddress, token: string | null) {
  return get<ActivityData>(stack.apiUrl, '/api/activity', token)
}
