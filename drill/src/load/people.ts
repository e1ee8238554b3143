/** Users at the edges: sign-ins, reads, stakes on the chain and their reports. */
import { createClient, encodeFunctionData, erc20Abi, http, maxUint256, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { sendRawTransaction } from 'viem/actions'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'
import { askJson, type Trust } from '../requests.ts'
import { until } from '../waiting.ts'

type Envelope<Data = unknown> = { code: number; message: string; data: Data }

type Session = { account: PrivateKeyAccount; address: Address; token: string }

export type People = {
  /** an edge's answer; uses the other edge if the first edge does not accept the connection. @throws unless the status is 200 */
  ask<Data>(method: 'GET' | 'POST', path: string, options?: { body?: object; token?: string }): Promise<Data>
  signIn(): Promise<Session>
  read(): Promise<void>
  nonce(): Promise<void>
  /** A stake of a new account. Resolves when the stake is in a block. */
  stake(): Promise<void>
  /** the acknowledged items: addresses of nonces and sessions, transactions of stakes and reports */
  nonces: Address[]
  sessions: Session[]
  stakes: { hash: Hex; account: Address }[]
  reports: Hex[]
}

/** The addresses that users call: both APIs at the nginx of one host. */
export type Edge = { api: string; btcApi: string }

/** The path prefix that stands for the btc API in this file. In reality the btc API has its own host name. */
const BTC = '/btc'

/** Wei: a whole token. */
const STAKE = 10n ** 18n

function nameOf(error: unknown): string {
  return (error as { code?: string }).code ?? (error as Error).message
}

/** The users' settings. */
export type Town = {
  /** in the order of attempts, like the addresses of a host name */
  edges: readonly Edge[]
  trust: Trust
  rpcUrl: string
  deployment: Deployment
}

/** @returns a function that sends requests to the first edge that accepts the connection */
function createAsk(edges: readonly Edge[], trust: Trust): People['ask'] {
  return async <Data>(
    method: 'GET' | 'POST',
    path: string,
    { body, token }: { body?: object; token?: string } = {},
  ): Promise<Data> => {
    for (let attempt = 0; ; attempt += 1) {
      const { api, btcApi } = edges[attempt]!
      const url = path.startsWith(`${BTC}/`) ? btcApi + path.slice(BTC.length) : api + path
      try {
        const answer = await askJson<Envelope<Data>>(url, {
          method,
          timeout: 8_000,
          trust,
          ...(body === undefined && method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
          headers: {
            ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
            ...(token === undefined ? {} : { authorization: token }),
          },
        })
        if (answer.status !== 200 || answer.body.code !== 200)
          throw new Error(
            `${method} ${path.split('/').slice(0, 4).join('/')}: ${answer.status} ${answer.body.message}`,
          )
        return answer.body.data
      } catch (error) {
        const name = nameOf(error)
        // Nothing was sent. A browser would also continue with the next address of the host name.
        if (name === 'ECONNREFUSED' && attempt + 1 < edges.length) continue
        throw name === (error as Error).message ? error : new Error(name)
      }
    }
  }
}

export function createPeople({ edges, trust, rpcUrl, deployment }: Town): People {
  const nonces: Address[] = []
  const sessions: Session[] = []
  const stakes: { hash: Hex; account: Address }[] = []
  const reports: Hex[] = []

  const ask = createAsk(edges, trust)

  const nonceOf = async (address: Address): Promise<string> => {
    const text = await ask<string>('POST', `/api/user/public/nonce/${address}`)
    nonces.push(address)
    return text
  }

  const signIn = async (account = privateKeyToAccount(generatePrivateKey())): Promise<Session> => {
    const address = account.address.toLowerCase() as Address
    const signature = await account.signMessage({ message: await nonceOf(address) })
    const { token } = await ask<{ token: string }>('POST', `/api/user/public/auth/${address}`, {
      body: { signature },
    })
    const session = { account, address, token }
    sessions.push(session)
    return session
  }

  const pools = deployment.contracts.StakingPools.address as Address
  const pool = deployment.pools.galx!
  const send = async (account: PrivateKeyAccount, nonce: number, to: Address, data: Hex): Promise<Hex> =>
    sendRawTransaction(createClient({ transport: http(rpcUrl), ccipRead: false }), {
      serializedTransaction: await account.signTransaction({
        to,
        data,
        nonce,
        chainId: deployment.chainId,
        gas: 600_000n,
        gasPrice: 1_000_000_000n,
      }),
    })

  return {
    ask,
    signIn: () => signIn(),
    nonce: async () =>
      void (await nonceOf(privateKeyToAccount(generatePrivateKey()).address.toLowerCase() as Address)),
    read: async () => {
      await ask('GET', `/api/getAAAUserInfo?address=0x${'11'.repeat(20)}`)
    },
    stake: async () => {
      const account = privateKeyToAccount(generatePrivateKey())
      const { address } = account
      await rpc(rpcUrl, 'anvil_setBalance', address, '0x56bc75e2d63100000')
      const drip = encodeFunctionData({ abi: demoFaucetAbi, functionName: 'drip', args: [address] })
      const approval = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [pools, maxUint256],
      })
      const stake = encodeFunctionData({
        abi: stakingPoolsAbi,
        functionName: 'stake',
        args: [BigInt(pool.id), STAKE, 0n, `0x${'0'.repeat(40)}`],
      })
      await send(account, 0, deployment.contracts.DemoFaucet!.address as Address, drip)
      await send(account, 1, deployment.tokens[pool.stakeToken].address as Address, approval)
      const hash = await send(account, 2, pools, stake)
      const receipt = await until('a stake in a block', 15_000, () =>
        rpc<{ status: Hex } | null>(rpcUrl, 'eth_getTransactionReceipt', hash),
      )
      if (receipt.status !== '0x1') throw new Error(`the stake ${hash} was reverted`)
      stakes.push({ hash, account: address.toLowerCase() as Address })
      const { token } = await signIn(account)
      await ask('POST', `${BTC}/api/galxStake`, { body: { txHash: hash }, token })
      reports.push(hash)
    },
    nonces,
    sessions,
    stakes,
    reports,
  }
}
