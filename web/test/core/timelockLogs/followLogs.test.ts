import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { initialChainState, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { chooseNode } from '../../../src/core/chain/nodeChoice.ts'
import { RpcError } from '../../../src/core/chain/rpc.ts'
import { followLogs } from '../../../src/core/chain/timelockLogs/followLogs.ts'
import { LOGS_KEY, NO_LOGS, useLogs } from '../../../src/core/chain/timelockLogs/logsStore.ts'
import { recallLogs } from '../../../src/core/chain/timelockLogs/rememberedLogs.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { exampleConfig } from '../exampleConfig.ts'
import { announcement, modelNode, TIMELOCK } from './modelNode.ts'

const HEAD = 40_000
const OWN = 'https://own.example'
const { id, logs } = announcement(30_000, ['0x12345678'])

type Node = ReturnType<typeof modelNode>
let nodes: Record<string, Node>
let config: WebConfig
let chains = 0

function advance(block: number) {
  useChainStore.setState({
    head: { number: BigInt(block), timestamp: nodes[OWN]!.timeOf(block), readAt: performance.now() },
  })
}

beforeEach(() => {
  // The browser remembers the logs that it has read of a chain, so each test has its own chain.
  const genesisHash: HexString = `0x${String(++chains).padStart(64, 'c')}`
  const example = exampleConfig()
  config = { ...example, genesisHash, contracts: { ...example.contracts, Timelock: TIMELOCK } }
  useConfigStore.setState({ state: { status: 'ready', config } })
  nodes = { [config.rpcUrl]: modelNode([]), [OWN]: modelNode(logs) }
  chooseNode({ chosen: 'site', own: OWN })
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
    try {
      return Response.json({ result: await nodes[url]!.ask(method, params) })
    } catch (error) {
      const { code, message } = error as RpcError
      return Response.json({ error: { code, message } })
    }
  })
  advance(HEAD)
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.localStorage.clear()
  useLogs.setState(NO_LOGS, true)
  useChainStore.setState(initialChainState, true)
  chooseNode({ chosen: 'site', own: '' })
})

function places() {
  return useLogs
    .getState()
    .nodes.map(({ node, covered, obstacle }) => [node, covered?.to ?? null, obstacle?.kind ?? null])
}
function found() {
  return useLogs.getState().found.map((one) => [one.id, one.by])
}

describe('the logs of two nodes', () => {
  it('are read from both, and each announcement names the nodes that gave it', async () => {
    await followLogs(config, null)
    expect(places()).toEqual([
      ['site', HEAD, null],
      ['own', HEAD, null],
    ])
    expect(found()).toEqual([[id, [OWN]]])
    nodes[config.rpcUrl] = modelNode(logs)
    window.localStorage.clear()
    recallLogs({ ...config, genesisHash: `0x${'0'.repeat(64)}` })
    await followLogs(config, null)
    expect(found()).toEqual([[id, [config.rpcUrl, OWN]]])
  })

  it('are read from the second node if the first serves none', async () => {
    nodes[config.rpcUrl] = modelNode([], {
      refusal: () => new RpcError('method not allowed', -32_601, undefined),
    })
    await followLogs(config, null)
    expect(places()).toEqual([
      ['site', null, 'none'],
      ['own', HEAD, null],
    ])
    expect(found()).toEqual([[id, [OWN]]])
  })

  it('reach as far back as the timelock waits', async () => {
    const years = 2
    advance(200_000_000)
    await followLogs(config, years * 365 * 86_400)
    const { covered, obstacle } = useLogs.getState().nodes[1]!
    // More blocks than one reading may request.
    expect(obstacle?.kind).toBe('paused')
    expect(covered!.to - covered!.from).toBeGreaterThan(5_000_000)
  })
})

describe('the reading of every minute', () => {
  it('asks a node without logs nothing, and a node without older logs only for the newer blocks', async () => {
    const site = modelNode([], { refusal: () => new RpcError('method not allowed', -32_601, undefined) })
    const own = modelNode(logs, { oldest: 35_000 })
    nodes = { [config.rpcUrl]: site, [OWN]: own }
    await followLogs(config, null)
    expect(places().map(([, , obstacle]) => obstacle)).toEqual(['none', 'old'])
    site.asked.length = 0
    own.asked.length = 0
    advance(HEAD + 130)
    await followLogs(config, null, false)
    // The site's node has given the head. The other node may not have it yet.
    expect([site.asked, own.asked]).toEqual([[], ['eth_getBlockByNumber', 'eth_getLogs']])
    expect(places()).toEqual([
      ['site', null, 'none'],
      ['own', HEAD + 130, 'old'],
    ])
  })
})

describe('the remembered logs', () => {
  it('keep an announcement that a node no longer gives, and spare the blocks that were read', async () => {
    await followLogs(config, null)
    const stored = window.localStorage.getItem(LOGS_KEY)!
    recallLogs({ ...config, genesisHash: `0x${'0'.repeat(64)}` })
    expect(found()).toEqual([])
    window.localStorage.setItem(LOGS_KEY, stored)
    nodes[OWN] = modelNode([])
    advance(HEAD + 500)
    await followLogs(config, null)
    expect(found()).toEqual([[id, [OWN]]])
    expect(nodes[OWN].ranges).toEqual([[HEAD - 99, HEAD + 500]])
  })

  it.each(['', '{}', '[]', '{"of":1}', 'x'])('are forgotten if the storage has %j', async (text) => {
    window.localStorage.setItem(LOGS_KEY, text)
    recallLogs(config)
    expect(found()).toEqual([])
  })

  it('are forgotten if the storage has an announcement of another shape', async () => {
    await followLogs(config, null)
    const changed = window.localStorage
      .getItem(LOGS_KEY)!
      .replace('"data":"0x12345678"', '"data":"javascript:"')
    recallLogs({ ...config, genesisHash: `0x${'0'.repeat(64)}` })
    window.localStorage.setItem(LOGS_KEY, changed)
    recallLogs(config)
    expect(found()).toEqual([])
  })
})

it('an announcement stays, however many newer announcements another node invents', async () => {
  const invented = Array.from({ length: 60 }, (_, at) =>
    announcement(31_000 + at, [`0x${String(at).padStart(8, '0')}`]),
  )
  nodes[config.rpcUrl] = modelNode(invented.flatMap((one) => one.logs))
  await followLogs(config, null)
  expect(found().filter(([one]) => one === id)).toEqual([[id, [OWN]]])
  expect(found().length).toBeLessThanOrEqual(51)
})
