/** Users who sign in, read and stake, at a rate that does not wait for answers. Records the acknowledged calls. */
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import secp256k1 from 'secp256k1'
import { hashMessage, keccak256, type Address, type Hex } from 'viem'
import type { ChainWorld } from '../../../server/test/support/chainWorld.ts'

/** The numbers of sign-ins and of stakes in a hundred requests. */
const SIGN_INS = 5
const STAKES = 2
/** After this time a waiting caller disconnects. */
const TIMEOUT_MS = 10_000
/** The callers' networks. There are several, so that the limits of one network do not slow down the load. */
const NETWORKS = 4_000

export type Tally = {
  /** by HTTP status; 0: no answer in time, or a broken connection */
  statuses: Map<number, number>
  /** milliseconds of the successful answers */
  times: number[]
}

export type Load = {
  /** @param perSecond requests started per second, even while earlier requests wait @param until milliseconds since 1970 */
  run(perSecond: number, until: number, tally: Tally): Promise<void>
  /** keeps `connections` requests open, and sends the next request after each answer: this measures the machine's sustained rate */
  fill(connections: number, until: number, tally: Tally): Promise<void>
  /** addresses with an acknowledged sign-in */
  signedIn: Address[]
  /** transactions that the node accepted */
  staked: Hex[]
}

/** The envelope's `data`. */
type Answer = { status: number; data: unknown }
type Method = 'GET' | 'POST'

/** @returns the answer; status 0 without an answer in time, or if the connection broke */
function send(
  agent: Agent,
  method: Method,
  url: string,
  body: object | null,
  headers: Record<string, string>,
): Promise<Answer> {
  return new Promise((resolve) => {
    const text = body === null ? '' : JSON.stringify(body)
    const sent = request(
      url,
      {
        method,
        agent,
        timeout: TIMEOUT_MS,
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
          ...headers,
        },
      },
      (response) => {
        let answer = ''
        response.on('data', (chunk: Buffer) => (answer += chunk.toString()))
        response.on('error', () => resolve({ status: 0, data: null }))
        response.on('end', () => {
          const { data } = JSON.parse(answer) as { data: unknown }
          resolve({ status: response.statusCode ?? 0, data })
        })
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('late')))
    sent.on('error', () => resolve({ status: 0, data: null }))
    sent.end(text)
  })
}

export function startLoad(world: ChainWorld, apiUrl: string): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
  const signedIn: Address[] = []
  const staked: Hex[] = []
  const tokens: string[] = []
  let turn = 0

  const ask = (method: Method, path: string, body: object | null, token?: string): Promise<Answer> => {
    const network = turn % NETWORKS
    return send(agent, method, apiUrl + path, body, {
      'x-forwarded-for': `10.9.${network >> 8}.${network & 255}`,
      ...(token === undefined ? {} : { authorization: token }),
    })
  }

  const measured = async (tally: Tally, ...call: Parameters<typeof ask>): Promise<Answer> => {
    const started = performance.now()
    const answer = await ask(...call)
    tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 200) tally.times.push(performance.now() - started)
    return answer
  }

  const signIn = async (tally: Tally): Promise<void> => {
    const key = randomBytes(32)
    const address: Address = `0x${keccak256(secp256k1.publicKeyCreate(key, false).subarray(1)).slice(26)}`
    const { status, data: text } = await measured(tally, 'POST', `/api/user/public/nonce/${address}`, null)
    if (status !== 200 || typeof text !== 'string') return
    const { signature, recid } = secp256k1.ecdsaSign(Buffer.from(hashMessage(text).slice(2), 'hex'), key)
    const hex = `0x${Buffer.from(signature).toString('hex')}${(27 + recid).toString(16)}`
    const { data } = await measured(tally, 'POST', `/api/user/public/auth/${address}`, { signature: hex })
    const { token } = (data ?? {}) as { token?: unknown }
    if (typeof token !== 'string') return
    signedIn.push(address)
    tokens.push(token)
  }

  const read = (tally: Tally): Promise<unknown> => {
    const person = world.people[turn % world.people.length]!
    const token = tokens[turn % Math.max(1, Math.min(tokens.length, 1_000))]
    const kind = turn % 5
    if (token !== undefined && kind === 0) return measured(tally, 'GET', '/api/activity', null, token)
    if (token !== undefined && kind === 1) return measured(tally, 'GET', '/api/getFans1', null, token)
    if (kind === 2) return measured(tally, 'GET', '/api/status', null)
    if (kind === 3) return measured(tally, 'GET', '/api/epochs', null)
    return measured(tally, 'GET', `/api/getAAAUserInfo?address=${person}`, null)
  }

  const stake = async (): Promise<void> => {
    const person = world.people[staked.length % world.people.length]!
    const inviter = world.people[0]!
    const hash = await world
      .stake(person, 'galx', 10n ** 18n + BigInt(staked.length), person === inviter ? undefined : inviter)
      .catch(() => null)
    if (hash !== null) staked.push(hash)
  }

  const one = async (tally: Tally): Promise<void> => {
    turn += 1
    const dice = turn % 100
    if (dice < SIGN_INS) await signIn(tally)
    else if (dice < SIGN_INS + STAKES) await stake()
    else await read(tally)
  }

  return {
    signedIn,
    staked,
    async run(perSecond, until, tally) {
      const under = new Set<Promise<void>>()
      const started = performance.now()
      for (let begun = 0; Date.now() < until;) {
        const due = Math.floor(((performance.now() - started) / 1000) * perSecond)
        for (; begun < due; begun += 1) {
          const work = one(tally).finally(() => under.delete(work))
          under.add(work)
        }
        await pause(5)
      }
      await Promise.all(under)
    },
    async fill(connections, until, tally) {
      const worker = async () => {
        while (Date.now() < until) await one(tally)
      }
      await Promise.all(Array.from({ length: connections }, worker))
    },
  }
}
