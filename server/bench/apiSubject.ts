/** One server to be measured, in a process of its own; it sends its address to its parent process. */
import fastify from 'fastify'
import { readApiConfiguration } from '../src/api/configuration.ts'
import { startApi } from '../src/api/startApi.ts'
import { readTotalsAsOf } from '../src/api/asOf.ts'
import { catalogueOf } from '../src/api/context.ts'
import { connect } from '../src/platform/database/connection.ts'
import { countFans, listFans } from '../src/community/fans.ts'
import { readUserInfo } from '../src/accounts/userInfo.ts'
import { PAPER_DEPLOYMENT } from '../test/api/paperDeployment.ts'

export type BenchSubject = 'trivial' | 'select' | 'galx'

const UNLIMITED = {
  perIp: 1e9,
  signInPerIp: 1e9,
  perAccount: 1e9,
  nodeCalls: 1e9,
  nodeCallsPerCaller: 1e9,
  nodeCallsPerNetwork: 1e9,
}

async function start(subject: BenchSubject): Promise<string> {
  if (subject === 'galx') {
    const environment = {
      ...process.env,
      RPC_URL: 'http://127.0.0.1:9',
      APP_DOMAIN: 'galx.example',
      APP_ORIGINS: 'https://galx.example',
      API_PORT: '0',
      LOG_LEVEL: 'warn',
    }
    return (await startApi(await readApiConfiguration('api', environment), { limits: UNLIMITED })).url
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
process.on('message', () => process.send?.(process.cpuUsage()))
process.send?.(url)
