/** Turns the facts about nodes into findings: a line for each node, and a line for each fault. */
import type { Refusal } from '@galx/protocol/nodeRefusals'
import { STATE_NEEDED, type Largest, type NodeFacts } from './nodeProbe.ts'

export type NodeFinding = {
  state: 'ok' | 'warning' | 'wrong'
  /** the finding in one line */
  text: string
  /** the remedy; absent if there is no fault */
  todo?: string
}

/** Blocks of BNB Smart Chain in a year. */
const YEAR = 70_000_000
/** With fewer blocks in a request, a year of blocks takes more requests than small plans allow. */
const ENOUGH_RANGE = 2_000
/** The number of calls in one POST when a range is read. */
const ENOUGH_BATCH = 3

/** @returns a line for each node, and a line for each fault with its remedy */
export function nodeFindings(nodes: readonly NodeFacts[], deployBlock: number): NodeFinding[] {
  const answering = nodes.filter(({ fault }) => fault === null)
  const serving = answering.filter(({ logsRefused }) => logsRefused === null)
  const findings = nodes.flatMap((facts) => findingsOf(facts, deployBlock))
  if (answering.length > 0 && serving.length === 0)
    findings.push({
      state: 'wrong',
      text: 'no node serves logs: nothing can be indexed',
      todo: 'name a node in RPC_URL that serves eth_getLogs (docs/production.md, "Nodes and plans")',
    })
  else if (serving.length > 0 && serving.every(({ earlierRefused }) => earlierRefused !== null))
    findings.push({
      state: 'wrong',
      text: `no node serves the logs of the deployment (block ${deployBlock}): a backfill and a reindex are not possible`,
      todo: 'name a node in RPC_URL that keeps all logs (docs/production.md, "Nodes and plans")',
    })
  return findings
}

/** Whether nothing can be indexed with these nodes, because each of them refuses logs for good. */
export function isUnfit(nodes: readonly NodeFacts[]): boolean {
  return nodes.every(({ logsRefused }) => logsRefused?.kind === 'method')
}

function findingsOf(facts: NodeFacts, deployBlock: number): NodeFinding[] {
  const { name, fault } = facts
  if (fault !== null) return [{ state: 'wrong', text: `${name}: ${meaningOf(fault)}`, todo: todoOf(fault) }]
  return [
    summaryOf(facts),
    ...(facts.logsRefused === null ? logFindings(facts, deployBlock) : [noLogs(facts, facts.logsRefused)]),
    ...finalFindings(facts),
    ...stateFindings(facts),
    ...limitFindings(facts),
  ]
}

function summaryOf(facts: NodeFacts): NodeFinding {
  const { name, head, final, range, batch, logsFrom, state, takesTag, blockTimestamp } = facts
  const parts = [
    final === null ? `block ${head}` : `block ${head}, final ${final}`,
    range === null ? 'no logs' : `logs of ${countText(range)} blocks a request`,
    ...(logsFrom === null ? [] : [`from block ${logsFrom.block} on`]),
    `${countText(batch)} calls a POST`,
    ...stateText(state),
    // Both cost calls, and nothing else.
    ...(range === null || takesTag ? [] : ['one call more a poll: no tag in requests for logs']),
    ...(blockTimestamp === false ? ['one call for each block with events: no times in logs'] : []),
  ]
  return { state: 'ok', text: `${name}: ${parts.join(', ')}` }
}

function stateText(state: Largest | null): string[] {
  if (state === null) return ['no state']
  if (state.more) return ['all state since the deployment']
  // A chain that is younger than the needed time shows nothing about the kept state.
  return state.passed === 0 ? [] : [`state of ${state.passed} blocks`]
}

function noLogs({ name, isSeed }: NodeFacts, refusal: Refusal): NodeFinding {
  const text = isSeed
    ? `${name} is a public seed, and public seeds serve no logs ("${refusal.message}")`
    : `${name} serves no logs: ${meaningOf(refusal)}`
  const todo =
    refusal.kind === 'method'
      ? 'replace it in RPC_URL; the app can still use it, as publicNode'
      : todoOf(refusal)
  return { state: 'wrong', text, todo }
}

function logFindings(facts: NodeFacts, deployBlock: number): NodeFinding[] {
  const { name, range, earlierRefused, logsFrom, deploymentSilent } = facts
  const findings: NodeFinding[] = []
  if (range !== null && !range.more && range.passed < ENOUGH_RANGE) {
    const requests = range.passed === 0 ? 'more' : Math.ceil(YEAR / range.passed).toLocaleString('en-US')
    findings.push({
      state: 'warning',
      text: `${name} serves logs of ${range.passed} blocks a request: a year of blocks takes ${requests} requests`,
      todo: `take a plan with ${ENOUGH_RANGE} blocks or more`,
    })
  }
  if (earlierRefused !== null)
    findings.push({
      state: 'warning',
      text: `${name} serves no logs of block ${deployBlock}${keptText(logsFrom)}: ${meaningOf(earlierRefused)}`,
      todo: 'it can follow the chain; a backfill and a reindex need a node that keeps all logs',
    })
  if (deploymentSilent)
    findings.push({
      state: 'warning',
      text: `${name} gives no log of the deployment (block ${deployBlock}): it may answer with an empty list for logs that it has deleted`,
      todo: 'compare with another node before a backfill; name one in RPC_URL that keeps all logs',
    })
  return findings
}

function keptText(logsFrom: NodeFacts['logsFrom']): string {
  if (logsFrom === null) return ''
  const days = logsFrom.seconds === null ? '' : ` (${(logsFrom.seconds / 86_400).toFixed(1)} days)`
  return `, only from block ${logsFrom.block}${days} on`
}

function finalFindings({ name, head, final, finalMoves }: NodeFacts): NodeFinding[] {
  const todo = 'replace it in RPC_URL: only final blocks are indexed and signed'
  if (final === null) return [{ state: 'wrong', text: `${name} names no final block`, todo }]
  if (finalMoves === false)
    return [{ state: 'wrong', text: `${name}: its final block ${final} does not move`, todo }]
  if (head - final < STATE_NEEDED) return []
  return [
    {
      state: 'warning',
      text: `${name}: its final block is ${head - final} blocks behind the newest`,
      todo: 'wait until the chain is final again: the state of such an old block needs an archive',
    },
  ]
}

function stateFindings({ name, state, stateRefused }: NodeFacts): NodeFinding[] {
  if (stateRefused === null || (state !== null && state.passed >= STATE_NEEDED)) return []
  return [
    {
      state: 'wrong',
      text: `${name} serves no state of ${STATE_NEEDED} blocks ago (50 s): ${meaningOf(stateRefused)}`,
      todo: 'replace it in RPC_URL: signing reads the state of final blocks',
    },
  ]
}

function limitFindings({ name, batch, limited, calls }: NodeFacts): NodeFinding[] {
  const findings: NodeFinding[] = []
  if (batch.passed < ENOUGH_BATCH)
    findings.push({
      state: 'warning',
      text: `${name} takes ${batch.passed} calls in one POST`,
      todo: `take a plan with ${ENOUGH_BATCH} or more: each read of a range puts that many in one POST`,
    })
  if (limited !== null)
    findings.push({
      state: 'warning',
      text: `${name} limits calls: "${limited.message}" within ${calls} calls`,
      todo: 'take a plan with at least 10 calls a second; a backfill goes as fast as the plan',
    })
  return findings
}

function countText({ passed, more }: Largest): string {
  return more ? `${passed} or more` : String(passed)
}

const MEANING: Record<Refusal['kind'], string> = {
  range: 'it refuses even one block',
  batch: 'it takes no list of calls',
  rate: 'it limits calls',
  plan: 'its plan is used up',
  pruned: 'it has deleted them',
  state: 'an archive is needed',
  method: 'it does not serve the method',
  behind: 'it does not have the block',
  credentials: 'it does not accept the key, or shuts this machine out',
  timeout: 'it stops at its own time limit',
  broken: 'it does not answer as a node does',
}

function meaningOf({ kind, message }: Refusal): string {
  return `${MEANING[kind]} ("${message}")`
}

function todoOf({ kind }: Refusal): string {
  if (kind === 'credentials') return 'correct the key in RPC_URL'
  if (kind === 'plan') return 'extend the plan, or wait until it begins anew'
  return 'look at the node, or replace it in RPC_URL'
}
