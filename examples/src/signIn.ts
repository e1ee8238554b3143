/** Signs in with a key and prints the newest entries of the account's own history. The signature costs nothing and moves nothing. */
import type { ActivityData } from '@galx/protocol/http/activity'
import type { AuthData } from '@galx/protocol/http/session'
import { isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { LOCAL, openApp, usage } from './app.ts'

const key = process.env.PRIVATE_KEY
const [origin = LOCAL] = process.argv.slice(2)
if (!isHex(key) || key.length !== 66) usage('PRIVATE_KEY=0x… signIn.ts [ORIGIN]')
const account = privateKeyToAccount(key)
const { call } = await openApp(origin)

const message = await call<string>(`/api/user/public/nonce/${account.address}`, { method: 'POST' })
const signature = await account.signMessage({ message })
const { token } = await call<AuthData>(`/api/user/public/auth/${account.address}`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ signature }),
})
console.log(`signed in as ${account.address}`)

const { list } = await call<ActivityData>('/api/activity', { headers: { authorization: `Bearer ${token}` } })
for (const entry of list) console.log(JSON.stringify(entry))
