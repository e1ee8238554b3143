import { createServer, type Server } from 'node:http'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { deploy } from '../src/deploy/deploy.ts'
import type { NetworkConfiguration } from '../src/networks/networkConfiguration.ts'
import { EMBEDDED_DEPLOYER_KEY, embeddedNetwork } from '../src/networks/embedded.ts'

const GENESIS_TIME = 1_700_000_000
/** The node dies in each run after this many transactions: one at night (THOROUGH=1), three by day. */
const STEP = process.env.THOROUGH === '1' ? 1 : 3
const DEPLOYER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

let folder: string
let undisturbed: { chain: Chain; deployment: Deployment; transactions: number }
async function transactionsOf({ rpcUrl }: Chain) {
  return Number.parseInt(await rpc<string>(rpcUrl, 'eth_getTransactionCount', DEPLOYER, 'latest'), 16)
}
/** A plan that has every kind of step, and few steps of each kind. */
const { galx, btc, aaa } = embeddedNetwork.pools
const { mcf, promotion } = embeddedNetwork.programs
const plan: NetworkConfiguration = {
  ...embeddedNetwork,
  pools: { galx: galx!, btc: btc!, aaa: aaa! },
  programs: { mcf: mcf!, promotion: promotion! },
  pairs: embeddedNetwork.pairs.slice(0, 1),
}
function options(rpcUrl: string, journal?: string) {
  return {
    rpcUrl,
    privateKey: EMBEDDED_DEPLOYER_KEY,
    configuration: plan,
    journal,
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-deploy-'))
  const chain = await startChain({ blockTime: 'manual', timestamp: GENESIS_TIME })
  const deployment = await deploy(options(chain.rpcUrl))
  undisturbed = { chain, deployment, transactions: await transactionsOf(chain) }
}, 120_000)
afterAll(async () => {
  await undisturbed.chain.stop()
  rmSync(folder, { recursive: true })
})

describe('a deployment that is interrupted', () => {
  it('ends like an undisturbed deployment, and no transaction is sent twice', async () => {
    const chain = await startChain({ blockTime: 'manual', timestamp: GENESIS_TIME })
    const node = await startDyingNode(chain.rpcUrl)
    const journal = join(folder, 'each.journal')
    try {
      let runs = 0
      let deployment: Deployment | undefined
      while (!deployment) {
        // The connection dies at a transaction, in turns before and after the answer has arrived.
        node.dieAtTransaction(runs % 2 === 0 ? 'before the answer' : 'after the answer', STEP)
        runs++
        deployment = await deploy(options(node.url, journal)).catch((error: unknown) => {
          expect((error as Error).name).toBe('DeploymentError')
          if (runs > undisturbed.transactions) throw error
          return undefined
        })
      }
      expect(runs).toBe(Math.floor(undisturbed.transactions / STEP) + 1)
      expect(await transactionsOf(chain)).toBe(undisturbed.transactions)
      // The resumed deployment ends later, so values that depend only on the clock may differ.
      const timeless = ({ genesisHash: _, programs, rulesets, ...rest }: Deployment) => ({
        ...rest,
        rulesets: rulesets.map(({ firstEpoch: _first, ...ruleset }) => ruleset),
        programs: Object.entries(programs).map(([key, { start: _start, ...program }]) => [key, program]),
      })
      expect(timeless(deployment)).toEqual(timeless(undisturbed.deployment))
    } finally {
      await node.stop()
      await chain.stop()
    }
  }, 300_000)

  it('continues neither with another deployment’s journal nor with a file that is not a journal', async () => {
    const journal = join(folder, 'foreign.journal')
    const foreign = { genesisHash: `0x${'1'.repeat(64)}`, plan: `0x${'2'.repeat(40)}`, deployBlock: 7 }
    writeFileSync(journal, JSON.stringify(foreign))
    await expect(deploy(options(undisturbed.chain.rpcUrl, journal))).rejects.toThrow(
      `${journal} belongs to another deployment: finish that deployment, or move the file away`,
    )
    expect(JSON.parse(readFileSync(journal, 'utf8'))).toEqual(foreign)
    writeFileSync(journal, '{"half a')
    await expect(deploy(options(undisturbed.chain.rpcUrl, journal))).rejects.toThrow(
      `${journal} is not a journal of a deployment: move it away`,
    )
  }, 60_000)

  it('is not continued by a plan with other terms', async () => {
    const chain = await startChain({ blockTime: 'manual' })
    const node = await startDyingNode(chain.rpcUrl)
    const pools = { ...plan.pools, galx: { ...galx!, rewardDuration: 100_000 } }
    try {
      node.dieAtTransaction('after the answer', 22)
      await expect(deploy(options(node.url))).rejects.toThrow()
      const changed = { ...options(chain.rpcUrl), configuration: { ...plan, pools } }
      await expect(deploy(changed)).rejects.toThrow(
        /^pool galx: an earlier run made pool number 0 on other terms .*; a changed plan needs another salt$/,
      )
    } finally {
      await node.stop()
      await chain.stop()
    }
  }, 60_000)

  it('is not continued by a plan with other programs, while the difference can still be seen', async () => {
    const chain = await startChain({ blockTime: 'manual', timestamp: GENESIS_TIME })
    const node = await startDyingNode(chain.rpcUrl)
    const started = { ...plan, programsStart: GENESIS_TIME - 59 }
    const resumed = (changed: Partial<NetworkConfiguration>) =>
      deploy({ ...options(chain.rpcUrl), configuration: { ...started, ...changed } })
    try {
      // The node dies once the last program is created, before any role is handed over.
      const target = options(node.url)
      const lines: string[] = []
      const log = (line: string) => {
        lines.push(line)
        if (line === 'program mcf') node.dieAtTransaction('before the answer')
      }
      node.dieAtTransaction('after the answer', Infinity)
      await expect(deploy({ ...target, configuration: started, log })).rejects.toThrow()
      expect(lines.at(-1)).toBe('program mcf')

      const other = { ...mcf!, budgetPerEpoch: mcf!.budgetPerEpoch + 1n }
      await expect(resumed({ programs: { mcf: other, promotion: promotion! } })).rejects.toThrow(
        `program mcf: an earlier run made program number 1 on other terms (${mcf!.budgetPerEpoch} wei an epoch); a changed plan needs another salt`,
      )
      const foreign = { ...promotion!, token: promotion!.token === 'MCM' ? 'GALX' : 'MCM' } as const
      await expect(resumed({ programs: { mcf: mcf!, promotion: foreign } })).rejects.toThrow(
        /^program promotion: an earlier run made program number 0 on other terms \(token 0x\w{40}\); /,
      )
      await expect(resumed({ programsStart: GENESIS_TIME + 60 })).rejects.toThrow(
        /^program promotion: .* on other terms \(start \d+\); a changed plan needs another salt$/,
      )
      // The given start lies within an epoch, and the contract rounds it. The rounded start does not count as a different term.
      const deployment = await resumed({})
      expect(deployment.programs.mcf!.start % embeddedNetwork.epochDuration).toBe(0)
      const late = { ...started, programsStart: 'deployment' as const }
      expect(await resumed(late)).toEqual(deployment)
    } finally {
      await node.stop()
      await chain.stop()
    }
  }, 120_000)
})

/** A proxy of the chain's node that breaks at a transaction and stays broken until it is reset. */
async function startDyingNode(target: string) {
  let moment: 'before the answer' | 'after the answer' = 'after the answer'
  let left = 1
  let dead = false
  const server: Server = createServer((request, response) => {
    if (dead) return void response.writeHead(410).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const sending = body.includes('eth_sendRawTransaction')
      void fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
        async (answer) => {
          const text = await answer.text()
          dead ||= sending && --left === 0
          if (dead && moment === 'before the answer') return void request.socket.destroy()
          response.setHeader('content-type', 'application/json')
          response.end(text)
        },
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dieAtTransaction(when: typeof moment, number = 1) {
      moment = when
      left = number
      dead = false
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
