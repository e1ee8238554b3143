/**
 * An audit against nodes of the model chain with limits: the audit waits for the time that the node names, asks for less, or ends with the node's own
 * words.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Limits } from '@galx/modelchain/limits'
import { startModelNode, type ModelNode } from '@galx/modelchain/node'
import { Auditor } from '@galx/operator/audit/auditor'
import { ChainSource } from '@galx/operator/audit/io/chainSource'
import { createLogDecoder } from '@galx/operator/audit/io/decode'
import { openNodes, placeOf } from '../src/commands/audit.ts'
import { runOperator } from '../src/runOperator.ts'
import { writeDeploymentFile } from '../../server/test/support/indexerProcess.ts'
import { startRefusingNode } from '../../server/test/support/refusingNode.ts'
import { startModelWorld, transactBetween, type ModelWorld } from '../../server/test/support/modelWorld.ts'
import { chance } from '../../server/test/support/wait.ts'

const DAY = 86_400
const EVENT_BLOCKS = 40

let model: ModelWorld
let folder: string
let deploymentFile: string
const nodes: ModelNode[] = []

beforeAll(async () => {
  const since = Math.floor(Date.now() / 1000 - 1.2 * DAY)
  model = await startModelWorld(4, { since })
  folder = await mkdtemp(join(tmpdir(), 'galx-limited-audit-'))
  deploymentFile = await writeDeploymentFile(folder, model.deployment)
  await transactBetween(model, [since + 3_600, since + DAY], EVENT_BLOCKS, chance(11))
  await model.show(400)
}, 240_000)
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await model?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function modelNode(limits: Partial<Limits>): Promise<ModelNode> {
  const node = await startModelNode(model.chain, limits)
  nodes.push(node)
  return node
}

async function audit(url: string) {
  let said = ''
  let complaint = ''
  const code = await runOperator(
    ['audit', '--rpc', url, '--deployment', deploymentFile],
    {},
    {
      say: (line) => void (said += `${line}\n`),
      complain: (line) => void (complaint += `${line}\n`),
    },
  )
  return { code, said, complaint }
}

it.each([
  ['429', 'Too Many Requests'],
  ['-32005', 'limit exceeded'],
] as const)(
  'waits for a node that refuses faster calls (%s), and shows the node’s words',
  async (rateWording, words) => {
    const node = await modelNode({ callsPerSecond: 8, rateWording })
    const { code, said, complaint } = await audit(node.url)
    expect(Object.keys(node.counts().refused)).not.toHaveLength(0)
    expect(complaint).toContain(`${node.url} says "${words}": retry in 1 s`)
    expect(complaint).not.toContain('RPC Request failed')
    expect(said).toMatch(/, 0 differences\n$/)
    expect(code).toBe(0)
  },
)

it.each(['alchemy', 'timeout'] as const)(
  'asks for fewer blocks if a node accepts 4 000 blocks of logs, in the words of %s',
  async (wording) => {
    const node = await modelNode({ blocks: 4_000, wording })
    const { code, said, complaint } = await audit(node.url)
    expect(Object.keys(node.counts().refused)).not.toHaveLength(0)
    expect(complaint).toBe('')
    expect(said).toMatch(/, 0 differences\n$/)
    expect(code).toBe(0)
  },
)

it('asks again for the missing blocks if one of two nodes behind one address is 40 blocks late', async () => {
  const node = await modelNode({ secondBehind: 40 })
  const { code, said, complaint } = await audit(node.url)
  expect(Object.keys(node.counts().refused)).not.toHaveLength(0)
  expect(complaint).toBe('')
  expect(said).toMatch(/, 0 differences\n$/)
  expect(code).toBe(0)
})

it('gets the newest logs together with the header of the last block if one of two nodes behind one address is 40 blocks late and does not say so', async () => {
  const { chain, deployment } = model
  const announce = () => {}
  const { addresses, events } = createLogDecoder(deployment)
  const head = chain.head
  const query = { address: addresses, events, fromBlock: BigInt(deployment.deployBlock) }
  const [honest] = await openNodes([(await modelNode({})).url], deployment, announce)
  const all = await honest.logs.read({ ...query, toBlock: BigInt(head - 10) })
  const last = all.at(-1)!.blockNumber
  chain.moveTo(Number(last) + 5)
  try {
    const late = await modelNode({ secondBehind: 40, beyondHead: 'leaveOut' })
    const [node] = await openNodes([late.url], deployment, announce)
    for (let time = 0; time < 6; time += 1)
      expect(await node.logs.read({ ...query, toBlock: last + 2n })).toEqual(all)
  } finally {
    chain.moveTo(head)
  }
})

it('a node that refuses all logs ends the audit with the node’s words in one line', async () => {
  const message = 'the method eth_getLogs does not exist/is not available'
  const node = await modelNode({})
  const refusing = await startRefusingNode(node.url, (calls) =>
    calls.some(({ method }) => method === 'eth_getLogs') ? { code: -32601, message } : null,
  )
  try {
    const { code, complaint } = await audit(refusing.url)
    expect(code).toBe(1)
    expect(complaint.trim().split('\n')).toHaveLength(1)
    expect(complaint).toContain(message)
  } finally {
    refusing.stop()
  }
})

const LIMITED = { code: -32_005, message: 'limit exceeded' }

/** Runs an audit that waits only briefly for a node whose rate limit refuses every request for logs. */
async function auditImpatiently(urls: readonly string[]): Promise<void> {
  const nodes = await openNodes(urls, model.deployment, () => {}, undefined, 1_500)
  const source = new ChainSource({ nodes, decoder: createLogDecoder(model.deployment), everyHeader: false })
  const auditor = new Auditor({
    source,
    ...placeOf(model.deployment),
    stolen: new Map(),
    files: undefined,
    differ: () => {},
    onClosed: () => {},
  })
  await auditor.advance()
}

it.each(['first', 'second'] as const)(
  'if the %s node refuses every request for logs by its rate limit, the audit ends, and names the node and the refused method',
  async (place) => {
    const node = await modelNode({})
    let asked = 0
    const refusing = await startRefusingNode(node.url, (calls) => {
      if (!calls.some(({ method }) => method === 'eth_getLogs')) return null
      asked++
      return LIMITED
    })
    try {
      const urls = place === 'first' ? [refusing.url] : [node.url, refusing.url]
      await expect(auditImpatiently(urls)).rejects.toThrow(
        new RegExp(`${refusing.url} has refused every eth_getLogs for \\d+ s: limit exceeded$`),
      )
      expect(asked).toBeLessThan(20)
    } finally {
      refusing.stop()
    }
  },
  20_000,
)
