/**
 * Users who sign in, name an inviter and report a stake, with API processes that may be killed at any moment. They record
 * their requests and the confirmed answers. Afterwards the tables are compared with these records.
 */
import { createClient, encodeFunctionData, http, type Address, type Hex } from 'viem'
import { sendRawTransaction } from 'viem/actions'
import { expect } from 'vitest'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { rpc } from '@galx/stack/chain/rpc'
import { addressOf, newAccount } from '../api/world.ts'
import type { Sql } from '../../src/platform/database/connection.ts'
import type { ChainWorld } from './chainWorld.ts'
import type { chance } from './wait.ts'

type Envelope = { code: number; data: never }
type Method = 'GET' | 'POST'

export type Inviter = { address: Address; code: string }

export type ApiLoad = {
  /** answered calls, by listener */
  answered: { api: number; btcApi: number }
  /** one user after another until `stop` */
  run(inviters: readonly Inviter[], dice: ReturnType<typeof chance>): Promise<void>
  stop(): void
  signIn(): Promise<{ address: Address; token: string } | null>
  /** the result of a call; null if its process died or lost its database meanwhile */
  ask<Data>(
    url: string,
    method: Method,
    path: string,
    body?: object,
    token?: string,
  ): Promise<{ status: number; code: number; data: Data } | null>
  /** @throws if the tables differ from the records */
  compare(sql: Sql): Promise<void>
}

export function startApiLoad(world: ChainWorld, apiUrl: string, btcApiUrl: string): ApiLoad {
  const answered = { api: 0, btcApi: 0 }
  const tokens: { address: Address; token: string }[] = []
  const asked = new Map<Address, Address>()
  const bound = new Set<Address>()
  const sent = new Map<Hex, { account: Address; amount: bigint }>()
  const reported = new Set<Hex>()
  const contract = world.deployment.contracts.StakingPools.address as Address
  const pool = BigInt(world.deployment.pools.galx!.id)
  let running = false

  const ask: ApiLoad['ask'] = async (url, method, path, body, token) => {
    try {
      const response = await fetch(url + path, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: token } : {}),
        },
        signal: AbortSignal.timeout(20_000),
      })
      const { code, data } = (await response.json()) as Envelope
      // 503: the database is away now. Any other server error is a fault.
      if (response.status === 503) return null
      expect(response.status, `${method} ${path}`).toBeLessThan(500)
      answered[url === apiUrl ? 'api' : 'btcApi'] += 1
      return { status: response.status, code, data }
    } catch (error) {
      if (error instanceof TypeError) return null // the connection broke
      throw error
    }
  }

  const signIn = async () => {
    const account = newAccount()
    const address = addressOf(account)
    const text = await ask<string>(apiUrl, 'POST', `/api/user/public/nonce/${address}`)
    if (text === null) return null
    const signature = await account.signMessage({ message: text.data })
    const once = () =>
      ask<{ token: string }>(apiUrl, 'POST', `/api/user/public/auth/${address}`, { signature })
    const answers = await Promise.all([once(), once()])
    const won = answers.filter((answer) => answer?.code === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    const [answer] = won
    if (!answer) return null
    tokens.push({ address, token: answer.data.token })
    return { account, address, token: answer.data.token }
  }

  const stake = async (account: ReturnType<typeof newAccount>, amount: bigint): Promise<Hex> => {
    await rpc(world.rpcUrl, 'anvil_setBalance', account.address, '0x56bc75e2d63100000')
    const serializedTransaction = await account.signTransaction({
      to: contract,
      data: encodeFunctionData({
        abi: stakingPoolsAbi,
        functionName: 'stake',
        args: [pool, amount, 0n, `0x${'0'.repeat(40)}`],
      }),
      nonce: 0,
      chainId: 56,
      gas: 1_000_000n,
      gasPrice: 1_000_000_000n,
    })
    return sendRawTransaction(createClient({ transport: http(world.rpcUrl) }), { serializedTransaction })
  }

  const live = async (inviter: Inviter, amount: bigint): Promise<void> => {
    const person = await signIn()
    if (!person) return
    const { account, address, token } = person
    asked.set(address, inviter.address)
    const binding = await ask(apiUrl, 'POST', '/api/bindSuggest1', { inviteCode: inviter.code }, token)
    if (binding?.code === 200) bound.add(address)
    const txHash = await stake(account, amount)
    sent.set(txHash, { account: address, amount })
    const report = () => ask(btcApiUrl, 'POST', '/api/galxStake', { txHash }, token)
    const answers = await Promise.all([report(), report()])
    if (answers.some((answer) => answer?.code === 200)) reported.add(txHash)
  }

  return {
    answered,
    ask,
    signIn,
    async run(inviters, dice) {
      running = true
      while (running) await live(dice.pick(inviters), BigInt(1 + dice.below(1e9)) * 10n ** 12n)
    },
    stop: () => (running = false),
    async compare(sql) {
      // The transaction that opens a session uses up its nonce, so there are as many used nonces as sessions.
      const uneven = await sql`
        select address, used, opened from galx.accounts a
          left join lateral (select count(*) as used from galx.nonces n
            where n.address = a.address and n.used_at is not null) n on true
          left join lateral (select count(*) as opened from galx.sessions s where s.account_id = a.id) s on true
        where used <> opened or opened > 0 and (registered_at is null or invite_code is null)`
      expect([...uneven]).toEqual([])
      for (const { token } of tokens) {
        const sessions = await ask<{ list: unknown[] }>(apiUrl, 'GET', '/api/sessions', undefined, token)
        expect(sessions).toMatchObject({ status: 200, code: 200 })
        expect(sessions!.data.list).toHaveLength(1)
      }
      const bindings = await sql<{ address: Address; inviter: Address }[]>`
        select a.address, i.address as inviter from galx.accounts a join galx.accounts i on i.id = a.pending_inviter_id`
      expect(bindings.filter(({ address, inviter }) => asked.get(address) !== inviter)).toEqual([])
      const held = new Set(bindings.map(({ address }) => address))
      expect([...bound].filter((address) => !held.has(address))).toEqual([])
      const rows = await sql<{ txHash: Hex; account: Address; amount: bigint; call: string }[]>`
        select tx_hash as "txHash", a.address as account, amount, call from galx.reports r
          join galx.accounts a on a.id = r.account_id`
      for (const { txHash, account, amount, call } of rows)
        expect({ ...sent.get(txHash), call }).toEqual({ account, amount, call: 'galxStake' })
      const stored = new Set(rows.map(({ txHash }) => txHash))
      expect([...reported].filter((txHash) => !stored.has(txHash))).toEqual([])
      const left = await sql`
        select pid from pg_stat_activity where state like 'idle in transaction%'
        union all select pid from pg_locks where locktype = 'advisory'`
      expect([...left]).toEqual([])
      // The comparison is meaningful only after many calls.
      expect(Math.min(tokens.length, bound.size, reported.size)).toBeGreaterThan(20)
    },
  }
}
