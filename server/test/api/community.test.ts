import type { Deployment } from '@galx/protocol/deployment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadAccounts, writeBindings } from '../../src/community/aggregates.ts'
import { Forest } from '../../src/ledger/forest.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'
import { BIND_LOCK, registerAccount } from '../../src/accounts/registration.ts'
import { readUserInfo } from '../../src/accounts/userInfo.ts'
import { catalogueOf } from '../../src/http/context.ts'
import {
  addressOf,
  fingerprint,
  newAccount,
  signIn,
  startWorld,
  type Client,
  type SignedIn,
  type World,
} from './world.ts'
import { READ, whileBlockRead } from '../support/blockRead.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

let world: World
let api: Client
beforeAll(async () => {
  world = await startWorld()
  api = await world.start('api')
})
afterAll(() => world?.stop())

async function codeOf(user: SignedIn): Promise<string> {
  return (await api.get(`/api/getAAAUserInfo?address=${user.address}`, user.token)).data.invite_code
}
function bind(user: SignedIn, inviteCode: string) {
  return api.post('/api/bindSuggest1', { inviteCode }, user.token)
}

/** The indexer's rows for a first stake with a valid inviter. */
function bindForGood(member: string, inviter: string, at: number) {
  return world.sql.begin(async (sql) => {
    const forest = new Forest(await loadAccounts(sql, [member, inviter]))
    expect(forest.bind(forest.member(member), inviter, at, 1)).toBe(true)
    await writeBindings(sql, forest.changed())
    await sql`
      insert into galx.account_totals (account_id, inviter_id)
      select id, inviter_id from galx.accounts where address = ${member}
      on conflict (account_id) do update set inviter_id = excluded.inviter_id`
  })
}

describe('BN1: binding', () => {
  it('is pending at once, visible to everybody, and answers with the user info', async () => {
    const [inviter, member] = [await signIn(api), await signIn(api)]
    const answer = await bind(member, ` ${(await codeOf(inviter)).toLowerCase()} `)
    expect(answer).toMatchObject({
      code: 200,
      data: { address: member.address, FAddress: inviter.address, inviterStatus: 'pending' },
    })
    expect(answer.data.invite_code).toBe(await codeOf(member))
    const seen = await api.get(`/api/getAAAUserInfo?address=${member.address}`)
    expect(seen.data).toMatchObject({
      FAddress: inviter.address,
      inviterStatus: 'pending',
      invite_code: null,
    })
  })

  it('to oneself is refused', async () => {
    const user = await signIn(api)
    const before = await fingerprint(world.sql)
    expect(await bind(user, await codeOf(user))).toMatchObject({ status: 200, code: 1102 })
    expect(await fingerprint(world.sql)).toBe(before)
  })

  it('a second time is refused, whether pending or permanent', async () => {
    const [inviter, other, member] = [await signIn(api), await signIn(api), await signIn(api)]
    expect((await bind(member, await codeOf(inviter))).code).toBe(200)
    const before = await fingerprint(world.sql)
    expect(await bind(member, await codeOf(other))).toMatchObject({ status: 200, code: 1104 })
    expect(await bind(member, await codeOf(inviter))).toMatchObject({ status: 200, code: 1104 })
    expect(await fingerprint(world.sql)).toBe(before)
    await bindForGood(member.address, inviter.address, 5)
    expect(await bind(member, await codeOf(other))).toMatchObject({ code: 1104 })
    const { data } = await api.get(`/api/getAAAUserInfo?address=${member.address}`)
    expect(data).toMatchObject({ FAddress: inviter.address, inviterStatus: 'bound' })
  })

  it('threat 13: no cycle, however long, pending or permanent', async () => {
    const chain = []
    for (let index = 0; index < 5; index++) chain.push(await signIn(api))
    for (let index = 1; index < 5; index++)
      expect((await bind(chain[index]!, await codeOf(chain[index - 1]!))).code).toBe(200)
    await bindForGood(chain[2]!.address, chain[1]!.address, 5)
    const before = await fingerprint(world.sql)
    for (let index = 1; index < 5; index++)
      expect(await bind(chain[0]!, await codeOf(chain[index]!))).toMatchObject({ status: 200, code: 1103 })
    expect(await fingerprint(world.sql)).toBe(before)
  })

  it('that would close a circle is refused without the lock that all bindings share', async () => {
    const [root, member] = [await signIn(api), await signIn(api)]
    expect((await bind(member, await codeOf(root))).code).toBe(200)
    const code = await codeOf(member)
    await world.sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${BIND_LOCK})`
      expect(await bind(root, code)).toMatchObject({ status: 200, code: 1103 })
    })
  })

  it('by two accounts that name each other at the same moment succeeds once', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await signIn(api), await signIn(api)]
      const codes = [await codeOf(one), await codeOf(other)]
      const answers = await Promise.all([bind(one, codes[1]!), bind(other, codes[0]!)])
      expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 1103])
    }
  })

  it('by one account, sent twenty times at once, succeeds once', async () => {
    const member = await signIn(api)
    const inviters = await Promise.all(Array.from({ length: 20 }, () => signIn(api)))
    const codes = await Promise.all(inviters.map(codeOf))
    const answers = await Promise.all(codes.map((code) => bind(member, code)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 1104)).toHaveLength(19)
  })
})

describe('an account’s own hash power', () => {
  const { rulesets } = PAPER_DEPLOYMENT
  /** One token of pool 102 counts as a sixteenth of a GALX. */
  const unlike = {
    ...PAPER_DEPLOYMENT,
    rulesets: rulesets.map((ruleset) => ({
      ...ruleset,
      power: [
        { pool: '101', coefficient: '10000' },
        { pool: '102', coefficient: '625' },
      ],
    })),
  }
  const { rulesets: counted } = catalogueOf(unlike)
  const [hash] = [...counted.keys()]
  const holder = newAccount()
  const shown = async (deployment: Deployment) =>
    (await readUserInfo(world.sql, catalogueOf(deployment), addressOf(holder), false)).hashPower

  beforeAll(async () => {
    await world.sql`
      with pool as (
        insert into galx.pools (pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at)
        select pool, ${addressOf(holder)}, ${addressOf(holder)}, 0, 1, '[]', 1, 1 from unnest(array[77, 101, 102]) as made (pool)
        returning id, pool
      ), account as (
        insert into galx.accounts (address) values (${addressOf(holder)}) returning id
      ), held as (
        insert into galx.vault_accounts (account_id, shares, paid_in, taken_out) select id, 3 * 1e12::numeric + 1, 0, 0 from account
      )
      insert into galx.pool_accounts (account_id, pool_id, weight)
      select account.id, pool.id, case pool.pool when 77 then 5 when 101 then 100 else 175 end from account, pool`
  })
  afterAll(() => world.sql`delete from galx.applied_ruleset`)

  it('counts each pool and the vault by its coefficient, rounded down, and ignores a pool without a coefficient', async () => {
    await world.sql`insert into galx.applied_ruleset (hash) values (${hash!})`
    await whileBlockRead(world.sql, async () => expect(await shown(unlike)).toBe(String(100 + 10 + 3)))
  })

  it('is unknown if the deployment file lacks the applied ruleset', async () => {
    await whileBlockRead(world.sql, async () => {
      expect(await shown(PAPER_DEPLOYMENT)).toBeNull()
      const { data } = await api.get(`/api/getAAAUserInfo?address=${addressOf(holder)}`)
      expect(data.hashPower).toBeNull()
    })
  })
})

describe('invite codes', () => {
  it('are unique: a taken code is drawn again', async () => {
    const user = await signIn(api)
    const taken = await codeOf(user)
    const codes = [taken, taken, 'ABCDEFGH']
    const address = addressOf(newAccount())
    await world.sql.begin((sql) => registerAccount(sql, address, 1, () => codes.shift()!))
    const [row] = await world.sql<{ code: string }[]>`
      select invite_code as code from galx.accounts where address = ${address}`
    expect(row!.code).toBe('ABCDEFGH')
    expect(codes).toEqual([])
  })

  it('are given to an account that was on the chain before its first sign-in', async () => {
    const account = newAccount()
    await world.sql`insert into galx.accounts (address) values (${addressOf(account)})`
    await whileBlockRead(world.sql, async () => {
      const { data } = await api.get(`/api/getAAAUserInfo?address=${account.address}`)
      expect(data).toMatchObject({ hashPower: '0', registeredAt: null, invite_code: null })
    })
    const user = await signIn(api, account)
    expect(await codeOf(user)).toMatch(/^\w{8}$/)
  })

  it('lead to a preview of the inviter', async () => {
    const user = await signIn(api)
    const code = await codeOf(user)
    const preview = async () => (await api.get(`/api/invitePreview?code=${code.toLowerCase()}`)).data
    const found = {
      address: user.address,
      inviteCode: code,
      registeredAt: Math.floor(world.clock.now / 1000),
    }
    // Before the first block the team is unknown. After it the team is known to be empty.
    expect(await preview()).toEqual({ ...found, team: { direct: null, total: null, asOf: null }, asOf: null })
    await whileBlockRead(world.sql, async (sum) => {
      expect(await preview()).toEqual({
        ...found,
        team: { direct: 0, total: null, asOf: null },
        asOf: READ,
      })
      await sum()
      expect(await preview()).toEqual({ ...found, team: { direct: 0, total: 0, asOf: READ }, asOf: READ })
    })
  })
})

describe('getFans1', () => {
  it('lists pending and bound members in both orders, page by page, each once', async () => {
    const inviter = await signIn(api)
    const members: { address: string; joinedAt: number; power: bigint; bound: boolean }[] = []
    for (let index = 0; index < 45; index++) {
      const member = {
        address: addressOf(newAccount()),
        joinedAt: 1_000 + Math.floor(index / 3), // ties
        power: index % 4 === 0 ? 0n : BigInt(index % 7) * 10n ** 30n,
        bound: index % 2 === 0,
      }
      members.push(member)
      await world.sql`insert into galx.accounts (address, pending_inviter_id, pending_at, registered_at, invite_code)
        select ${member.address}, a.id, ${member.joinedAt}, 1, ${'ABCDEF' + '23456789ABCDEFGHJKMNPQRSTVWXYZ'[index % 30]! + '23'[Math.floor(index / 30)]!}
        from galx.accounts a where a.address = ${inviter.address}`
      await world.sql`insert into galx.pending_counts as c (inviter_id, members)
        select id, 1 from galx.accounts where address = ${inviter.address}
        on conflict (inviter_id) do update set members = c.members + 1`
      await world.sql`insert into galx.account_totals (account_id, inviter_id, own_power, team_power)
        select id, pending_inviter_id, ${member.power.toString()}::numeric, 5 from galx.accounts
        where address = ${member.address}`
      if (member.bound) await bindForGood(member.address, inviter.address, member.joinedAt)
    }
    for (const sort of ['joined', 'hashPower'] as const) {
      const seen: {
        address: string
        joinedAt: number
        hashPower: string
        status: string
        teamHashPower: string
      }[] = []
      let cursor: string | null = null
      do {
        const path: string = `/api/getFans1?sort=${sort}&limit=7${cursor === null ? '' : `&cursor=${cursor}`}`
        const { data } = await api.get(path, inviter.token)
        expect(data.total).toBe(45)
        expect(data.list.length).toBeLessThanOrEqual(7)
        seen.push(...data.list)
        cursor = data.nextCursor
      } while (cursor !== null)
      expect(seen).toHaveLength(45)
      expect(new Set(seen.map(({ address }) => address)).size).toBe(45)
      for (const [index, fan] of seen.entries()) {
        const member = members.find(({ address }) => address === fan.address)!
        expect(fan).toMatchObject({
          status: member.bound ? 'bound' : 'pending',
          joinedAt: member.joinedAt,
          hashPower: member.power.toString(),
          teamHashPower: '5',
        })
        const before = seen[index - 1]
        if (before === undefined) continue
        if (sort === 'joined') expect(before.joinedAt).toBeGreaterThanOrEqual(fan.joinedAt)
        else expect(BigInt(before.hashPower) >= BigInt(fan.hashPower)).toBe(true)
      }
    }
    const { data } = await api.get('/api/getFans1', inviter.token)
    expect(data.list).toHaveLength(20)
  })

  it('removes a pending member whose stake named another inviter', async () => {
    const [inviter, other, member] = [await signIn(api), await signIn(api), await signIn(api)]
    expect((await bind(member, await codeOf(inviter))).code).toBe(200)
    expect((await api.get('/api/getFans1', inviter.token)).data).toMatchObject({ total: 1 })
    await bindForGood(member.address, other.address, 9)
    expect((await api.get('/api/getFans1', inviter.token)).data).toEqual({
      list: [],
      total: 0,
      pending: 0,
      weight: null,
      nextCursor: null,
      asOf: null,
    })
    expect((await api.get('/api/getFans1', other.token)).data.list).toMatchObject([
      { address: member.address, status: 'bound', joinedAt: 9 },
    ])
  })

  it('counts every member as pending when the chain is indexed again', async () => {
    const [inviter, member] = [await signIn(api), await signIn(api)]
    await bind(member, await codeOf(inviter))
    await bindForGood(member.address, inviter.address, 9)
    await wipeChain(world.database.url, SOURCE_TABLES)
    expect((await api.get('/api/getFans1', inviter.token)).data).toMatchObject({
      total: 1,
      list: [{ address: member.address, status: 'pending' }],
    })
  })
})

describe('announcements', () => {
  it('are listed while in force, newest first, in the caller’s language', async () => {
    const now = Math.floor(world.clock.now / 1000)
    await world.sql`insert into galx.announcements (title_zh_cn, title_en_us, body_zh_cn, body_en_us, published_at, withdrawn_at)
      values ('旧', 'Old', '内容', 'Text', ${now - 100}, null), ('新', 'New', '内容', 'Text', ${now}, null),
        ('将来', 'Later', '内容', 'Text', ${now + 1000}, null), ('撤', 'Withdrawn', '内容', 'Text', ${now - 50}, ${now - 1})`
    const english = await api.get('/api/announcements')
    expect(english.data.list.map(({ title }: { title: string }) => title)).toEqual(['New', 'Old'])
    const chinese = await api.call('GET', '/api/announcements', { headers: { 'accept-language': 'zh_CN' } })
    expect(chinese.data.list.map(({ title }: { title: string }) => title)).toEqual(['新', '旧'])
    // The operator writes no Vietnamese.
    const vietnamese = await api.call('GET', '/api/announcements', {
      headers: { 'accept-language': 'vi_VN' },
    })
    expect(vietnamese.data.list).toEqual(english.data.list)
  })
})
