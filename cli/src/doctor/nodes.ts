/**
 * Checks that each node answers, is on the chain, keeps up, serves the needed methods and agrees with the other nodes. Also checks that this
 * machine's clock agrees with the nodes' clocks.
 */
import type { Hex, PublicClient } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { nodeFindings } from '@galx/server/chain/probe/nodeFindings'
import { probeNode, subjectOf } from '@galx/server/chain/probe/nodeProbe'
import { nodeName, openReader } from '@galx/operator/deploy/session'
import { firstLine } from '@galx/operator/verify/findings'
import { ok, warning, wrong, type Finding } from './finding.ts'

type Block = { number: bigint; hash: Hex; timestamp: bigint }
type Node = { url: string; name: string; reader: PublicClient; head: Block; final: Block }

/** Blocks by which a node may lag behind the furthest node. */
const BEHIND = 20n
/** The greatest age of the newest block, and the greatest error of the clock, seconds. */
const OLD = 60
const OFF = 5

/** @param now gives unix seconds @returns the findings, and the highest block that all nodes call final; null if no node answers */
export async function examineNodes(
  urls: readonly string[],
  deployment: Deployment,
  now: () => number,
): Promise<{ findings: Finding[]; final: Block | null }> {
  const probed = await Promise.all(urls.map((url) => probe(url, deployment)))
  const readAt = now()
  const findings = probed.flatMap((one) => ('finding' in one ? [one.finding] : []))
  const nodes = probed.flatMap((one) => ('node' in one ? [one.node] : []))
  const [first] = nodes
  if (first === undefined) return { findings, final: null }
  const head = nodes.reduce((high, { head: { number } }) => (number > high ? number : high), 0n)
  for (const { name, head: own } of nodes)
    if (head - own.number > BEHIND)
      findings.push(
        warning(
          'nodes',
          `${name} is ${head - own.number} blocks behind`,
          'look at the node, or remove it from RPC_URL',
        ),
      )
  findings.push(...(await served(nodes, deployment)))
  findings.push(
    ...(await compare(nodes).catch((error: unknown) => [
      warning('nodes', `their final blocks were not compared: ${firstLine(error)}`, 'run doctor again'),
    ])),
  )
  if (urls.length === 1)
    findings.push(
      warning(
        'nodes',
        'there is only one node',
        'name a second, independent node in RPC_URL: a single node is trusted without comparison',
      ),
    )
  findings.push(clockFinding(nodes, readAt))
  return {
    findings,
    final: nodes.reduce((low, { final }) => (final.number < low.number ? final : low), first.final),
  }
}

async function probe(url: string, deployment: Deployment): Promise<{ node: Node } | { finding: Finding }> {
  const name = nodeName(url)
  const { chainId, genesisHash } = deployment
  try {
    const reader = await openReader(url)
    const [id, genesis, head, final] = await Promise.all([
      reader.getChainId(),
      reader.getBlock({ blockNumber: 0n }),
      reader.getBlock(),
      reader.getBlock({ blockTag: 'finalized' }),
    ])
    if (id !== chainId || genesis.hash !== genesisHash)
      return {
        finding: wrong(
          'nodes',
          `${name} is on another chain (${id}, first block ${genesis.hash})`,
          'remove it from RPC_URL',
        ),
      }
    return { node: { url, name, reader, head, final } }
  } catch (error) {
    // A library's wrapper hides the node's own message.
    const facts = await probeNode(url, subjectOf(deployment))
    const [finding] = facts.fault === null ? [] : nodeFindings([facts], deployment.deployBlock)
    return {
      finding:
        finding === undefined
          ? wrong('nodes', firstLine(error), 'start the node, or remove it from RPC_URL')
          : { area: 'nodes', ...finding },
    }
  }
}

async function served(nodes: readonly Node[], deployment: Deployment): Promise<Finding[]> {
  const facts = await Promise.all(nodes.map(({ url }) => probeNode(url, subjectOf(deployment))))
  return nodeFindings(facts, deployment.deployBlock).map((finding) => ({ area: 'nodes', ...finding }))
}

async function compare(nodes: readonly Node[]): Promise<Finding[]> {
  if (nodes.length < 2) return []
  const common = nodes.reduce(
    (low, { final: { number } }) => (number < low ? number : low),
    nodes[0]!.final.number,
  )
  const hashes = await Promise.all(
    nodes.map(async ({ name, reader }) => ({
      name,
      hash: (await reader.getBlock({ blockNumber: common })).hash,
    })),
  )
  const different = hashes.filter(({ hash }) => hash !== hashes[0]!.hash)
  if (different.length === 0) return [ok('nodes', `all agree on the final block ${common}`)]
  const text = hashes.map(({ name, hash }) => `${name} has ${hash}`).join(', ')
  return [
    wrong('nodes', `nodes disagree on block ${common}: ${text}`, 'docs/runbook.md, "Nodes that disagree"'),
  ]
}

function clockFinding(nodes: readonly Node[], now: number): Finding {
  const newest = nodes.reduce((high, { head: { timestamp } }) => (timestamp > high ? timestamp : high), 0n)
  const age = now - Number(newest)
  if (age < -OFF)
    return wrong(
      'clock',
      `this machine's clock is ${-age} s behind the chain's newest block`,
      'synchronise the clock (timedatectl)',
    )
  if (age > OLD)
    return warning(
      'clock',
      `the newest block is ${age} s old`,
      'no node keeps up, the chain stands still, or this clock is ahead',
    )
  return ok('clock', `the newest block is ${Math.max(0, age)} s old`)
}
