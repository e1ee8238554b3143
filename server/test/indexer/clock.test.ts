/** The machine's clock is set back while the indexer leads, or while a reindex waits for it. */
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { copyDatabase } from '@galx/stack/testing/databaseCluster'
import { bonusEpochs } from '../../src/rewards/engine/epochs.ts'
import { Endpoints } from '../../src/chain/rpc/endpoints.ts'
import type { Ask } from '../../src/chain/rpc/jsonRpc.ts'
import { unknownDistance } from '../../src/indexer/engine/distance.ts'
import { follow } from '../../src/indexer/engine/follow.ts'
import { tryToLead } from '../../src/indexer/engine/leaderLock.ts'
import { indexerMetrics } from '../../src/indexer/engine/metrics.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import { connect } from '../../src/platform/database/connection.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { paperHeader } from '../support/paperHeader.ts'
import { OWN_NODE } from '../support/ownNode.ts'
import { waitFor } from '../support/wait.ts'

const HOUR = 3_600_000
const genesis = paperHeader({ number: 0, parentHash: `0x${'00'.repeat(32)}`, timestamp: 1 })

afterEach(() => void vi.restoreAllMocks())

it('a node that stays behind the others is still detected', async () => {
  const database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  const sql = connect(database.url, { name: 'test leader', max: 1 })
  const stopping = new AbortController()
  const metrics = indexerMetrics()
  let newest = 5
  let looks = 0
  const nodeAt =
    (finalised: () => number): Ask =>
    ([call]) => {
      if (call!.params[0] === '0x0') return Promise.resolve([genesis])
      looks += 1
      const number = finalised()
      return Promise.resolve([paperHeader({ number, parentHash: genesis.hash, timestamp: number })])
    }
  try {
    expect(await tryToLead(sql)).toBe(true)
    const done = follow({
      sql,
      endpoints: new Endpoints(
        [
          { name: 'behind', ask: nodeAt(() => 5) },
          { name: 'other', ask: nodeAt(() => newest) },
        ],
        genesis.hash,
      ),
      genesisHash: genesis.hash,
      sources: [],
      epochs: bonusEpochs(PAPER_DEPLOYMENT),
      // There is nothing to read. The indexer only looks for final blocks.
      deployBlock: 1_000,
      distance: unknownDistance(),
      log: pino({ level: 'silent' }),
      metrics,
      budget: OWN_NODE,
      signal: stopping.signal,
    })
    await waitFor('its first looks', () => Promise.resolve(looks > 4))
    const now = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => now() - HOUR)
    newest = 6
    await waitFor('the node to be named', async () => {
      const { values } = await metrics.rpcFaults.get()
      return values.some(({ labels, value }) => labels.kind === 'behind' && value > 0)
    })
    stopping.abort()
    await done.catch(() => {})
  } finally {
    stopping.abort()
    await sql.end()
    await database.stop()
  }
})

it('a reindex still refuses within seconds to run beside an indexer', async () => {
  const database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  const leader = connect(database.url, { name: 'test leader', max: 1 })
  try {
    expect(await tryToLead(leader)).toBe(true)
    const refused = expect(wipeChain(database.url, [])).rejects.toThrow('an indexer is running')
    await waitFor('its first try', async () => {
      const tries = await leader`
        select from pg_stat_activity
        where datname = current_database() and application_name = 'galx reindex' and query like '%pg_try_advisory_lock%'`
      return tries.length > 0
    })
    const now = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => now() - HOUR)
    await refused
  } finally {
    await leader.end()
    await database.stop()
  }
}, 60_000)
