/** The protocol's typed client against the real servers. */
import type { Language } from '@galx/protocol/languages'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, createApiClient } from '@galx/protocol/client/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAccount, startWorld, type World } from './world.ts'

let world: World
let url: { main: string; btc: string }
beforeAll(async () => {
  world = await startWorld()
  const [main, btc] = await Promise.all([world.start('api'), world.start('btc-api')])
  url = { main: main.url, btc: btc.url }
})
afterAll(() => world?.stop())

it('signs in, and reads the caller’s own data on both servers', async () => {
  const account = newAccount()
  const path = { address: account.address }
  const message = await createApiClient({ url }).call('postUserPublicNonceAddress', { path })
  const signature = await account.signMessage({ message })
  const { token } = await createApiClient({ url }).call('postUserPublicAuthAddress', {
    path,
    body: { signature },
  })

  const own = createApiClient({ url, token })
  const { list } = await own.call('getSessions')
  expect(list.map(({ current }) => current)).toEqual([true])
  expect(await own.call('getActivity', { query: { limit: 5 } })).toMatchObject({ list: [], nextCursor: null })
  expect(await own.call('getBtcStakeLog')).toMatchObject({ list: [] })
  expect(await own.call('getActivityCsv')).toContain('transaction')
})

it('throws a refusal with the server’s code, words in the wanted language, and the field at fault', async () => {
  const call = (language: Language) =>
    createApiClient({ url, language }).call('getBonuses', { query: { address: '0x1' } })
  const refused = await call('en_US').catch((fault: unknown) => fault)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({
    code: 40002,
    status: 400,
    message: 'The field address is not valid',
    detail: { field: 'address' },
  })
  await expect(call('vi_VN')).rejects.toMatchObject({ message: 'Trường address không hợp lệ' })
  await expect(call('zh_CN')).rejects.toMatchObject({ message: '字段 address 无效' })
  await expect(createApiClient({ url }).call('getSessions')).rejects.toMatchObject({ code: 401, status: 401 })
})

it('throws the status of a proxy that answers in its own form', async () => {
  const proxy = createServer((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = proxy.address() as AddressInfo
    const client = createApiClient({ url: `http://127.0.0.1:${port}` })
    await expect(client.call('getStatus')).rejects.toMatchObject({ code: 502, message: 'Bad Gateway' })
  } finally {
    proxy.close()
  }
})
