/** Sends the signed bytes of a transaction to the nodes again. Nodes announce a transaction once, so it may reach no proposer of a block. */
import type { HexString } from '@galx/protocol/webConfig'
import type { RpcTransaction, TransactionSerializable } from 'viem'
import { formatTransaction, keccak256, serializeTransaction } from 'viem/utils'
import { hasWalletNode, nodesInTurn, useNodeChoice, type NodeName } from '../chain/nodeChoice.ts'
import { askNode, RpcError } from '../chain/rpc.ts'
import { followAgain } from './followAgain.ts'
import { changeRecord } from './records.ts'
import type { TransactionRecord } from './transactionStore.ts'

/**
 * `nodes`: the number of nodes that have the transaction now.
 * `refusal`: the words of the first node that refuses the bytes, if no node has the transaction; null if no node answers.
 * `unseen`: no node has shown the signed transaction, so the app does not know its bytes.
 */
export type SentAgain = { nodes: number } | { refusal: string | null } | 'unseen'

/** A node that has the transaction answers with an error, in the words of geth, Nethermind, Erigon or reth. */
const HAS_IT = /already (known|imported|exists)|alreadyknown|\bknown transaction/i

/**
 * The same bytes can be mined only once, because they have the same nonce. If a node takes a dropped transaction, the transaction is pending again
 * and is followed. Never throws.
 */
export async function sendAgain(record: TransactionRecord): Promise<SentAgain> {
  const { own } = useNodeChoice.getState()
  const nodes = [...new Set<NodeName>([...nodesInTurn(), ...(own === '' ? [] : (['own'] as const))])].filter(
    (node) => node !== 'wallet' || hasWalletNode(),
  )
  const bytes = signedBytes(record, record.signed) ?? (await readBytes(record, nodes))
  if (bytes === null) return 'unseen'
  const answers = await Promise.all(nodes.map((node) => send(node, bytes)))
  const having = answers.filter((answer) => answer === true).length
  if (having === 0) return { refusal: answers.find((answer) => typeof answer === 'string') ?? null }
  if (record.stage === 'dropped') changeRecord(record.id, { stage: 'pending', finishedAt: null })
  void followAgain(record)
  return { nodes: having }
}

/** The bytes as the first node with the transaction shows them. */
async function readBytes(record: TransactionRecord, nodes: readonly NodeName[]): Promise<HexString | null> {
  for (const node of nodes) {
    const shown = await askNode(node, 'eth_getTransactionByHash', [record.hash]).catch(() => null)
    const bytes = signedBytes(record, shown)
    if (bytes !== null) return bytes
  }
  return null
}

/** @returns null if `shown` is not the record's transaction with its signature: the hash of the bytes decides */
function signedBytes({ hash }: TransactionRecord, shown: unknown): HexString | null {
  if (shown == null) return null
  try {
    const { r, s, v, yParity, ...transaction } = formatTransaction(shown as RpcTransaction)
    const bytes = serializeTransaction(
      { ...transaction, data: transaction.input } as TransactionSerializable,
      // A legacy transaction is signed with `v`, the other kinds with the parity.
      { r: r!, s: s!, v, ...(yParity !== undefined && { yParity }) } as never,
    )
    return keccak256(bytes) === hash ? bytes : null
  } catch {
    return null
  }
}

/** @returns true if the node has the transaction now; the node's refusal; null if the node does not answer */
async function send(node: NodeName, bytes: HexString): Promise<true | string | null> {
  try {
    await askNode(node, 'eth_sendRawTransaction', [bytes])
    return true
  } catch (error) {
    if (HAS_IT.test(String(error))) return true
    return error instanceof RpcError ? error.message : null
  }
}
