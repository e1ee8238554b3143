/** After a kill, chain, database and deployment file may have different ages. These checks detect that before anything serves. */
import { keccak256, type Hex } from 'viem'
import postgres from 'postgres'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '../chain/rpc.ts'
import { StackError } from './stackError.ts'

/** @throws StackError if the deployment file belongs to another chain, or contains contracts that the chain does not have */
export async function assertDeploymentOnChain(
  deployment: Deployment,
  rpcUrl: string,
  file: string,
): Promise<void> {
  const advice = `start again with: npm start -- --fresh`
  const genesis = await rpc<{ hash: string }>(rpcUrl, 'eth_getBlockByNumber', '0x0', false)
  if (genesis.hash !== deployment.genesisHash)
    throw new StackError(`${file} belongs to another chain (genesis ${deployment.genesisHash}): ${advice}`)
  for (const [name, { address, codeHash }] of Object.entries(deployment.contracts)) {
    const code = await rpc<Hex>(rpcUrl, 'eth_getCode', address, 'latest')
    if (keccak256(code) !== codeHash)
      throw new StackError(`the chain has no ${name} at ${address} as ${file} says: ${advice}`)
  }
}

/**
 * Whether the database has indexed blocks that the chain no longer has. This happens if the chain was killed before it saved its last
 * blocks, and started from an older state.
 */
export async function databaseIsAhead(databaseUrl: string, rpcUrl: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const rows = await sql<{ number: string; hash: string }[]>`
      select number::text as number, '0x' || encode(hash, 'hex') as hash from galx.cursor`
    const cursor = rows[0]
    if (!cursor) return false
    const number = `0x${BigInt(cursor.number).toString(16)}`
    const block = await rpc<{ hash: string } | null>(rpcUrl, 'eth_getBlockByNumber', number, false)
    return block?.hash !== cursor.hash
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/**
 * Removes publications and signatures for blocks that the embedded chain has lost. On a public chain final blocks stay, and so do
 * these rows.
 */
export async function clearPublished(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`truncate galx.vouchers, galx.published_epochs, galx.engine_verdicts, galx.signer_standing`
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** Waits until the tables and the ranks of the present include block `number`. */
export async function untilIndexed(
  databaseUrl: string,
  number: bigint,
  stopped: () => boolean,
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    while (!stopped()) {
      const rows = await sql<
        { done: boolean }[]
      >`select number >= ${number.toString()}::bigint and count(board) = 3 as done
        from galx.cursor left join galx.rank_boards on board <> 'epoch' and block_number >= ${number.toString()}::bigint
        group by number`
      if (rows[0]?.done) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    await sql.end({ timeout: 2 })
  }
}
