/** One measured server in a separate process. Sends its address to its parent process. */
import fastify from 'fastify'
import { readApiConfiguration } from '@galx/server/api/configuration'
import { startApi } from '@galx/server/api/startApi'
import { readTotalsAsOf } from '@galx/server/http/asOf'
import { catalogueOf } from '@galx/server/http/context'
import { connect } from '@galx/server/platform/database/connection'
import { countFans, listFans } from '@galx/server/community/fans'
import { readUserInfo } from '@galx/server/accounts/userInfo'
import { PAPER_DEPLOYMENT } from '../../../server/test/api/paperDeployment.ts'

/** `limited` is `galx` with its default limits */
export type BenchSubject = 'trivial' | 'select' | 'galx' | 'limited'

const UNLIMITED = {
  perIp: 1e9,
  signInPerIp: 1e9,
  perAccount: 1e9,
  nodeCalls: 1e9,
  nodeCallsPerCaller: 1e9,
  nodeCallsPerNetwork: 1e9,
}

async function start(subject: BenchSubject): Promise<string> {
  if (subject === 'galx' || subject === 'limited') {
    const environment = {
      ...process.env,
      RPC_URL: 'http://127.0.0.1:9',
      APP_DOMAIN: 'galx.example',
      APP_ORIGINS: 'https://galx.example',
      API_PORT: '0',
      // The benchmark measures the capacity of the database, so no limit is set.
      LOG_LEVEL: subject === 'limited' ? 'fatal' : 'warn',
    }
    const limits = subject === 'galx' ? UNLIMITED : {}
    return (await startApi(await readApiConfiguration('api', environment), { limits })).url
  }
  const app = fastify()
  if (subject === 'trivial') app.get('/trivial', async () => ({ code: 200, message: 'OK', data: null }))
  else {
    const sql = connect(process.env.DATABASE_URL ?? '', { name: 'galx bench subject' })
    const catalogue = catalogueOf(PAPER_DEPLOYMENT)
    app.get<{ Querystring: { address: `0x${string}` } }>('/api/getAAAUserInfo', async ({ query }) => ({
      code: 200,
      message: 'OK',
      data: await readUserInfo(sql, catalogue, query.address, false),
    }))
    app.get<{ Querystring: { address: `0x${string}` } }>('/api/getFans1', async ({ query }) => {
      const asOf = await readTotalsAsOf(sql)
      const [list, counts] = await Promise.all([
        listFans(sql, query.address, 'joined', null, 21),
        countFans(sql, query.address),
      ])
      return { code: 200, message: 'OK', data: { list, ...counts, nextCursor: null, asOf } }
    })
  }
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const url = await start(process.argv[2] as BenchSubject)
process.once('SIGTERM', () => process.exit(0))
process.on('message', (asked) =>
  process.send?.(asked === 'memory' ? process.memoryUsage.rss() : process.cpuUsage()),
)
process.send?.(url)
