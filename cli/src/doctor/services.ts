/** The APIs' own answers, and Redis. */
import { connectRedis } from '@galx/server/platform/limits/redis'
import { networkInterfaces } from 'node:os'
import { isMainnet } from '@galx/operator/networks/knownChains'
import { askJson } from './ask.ts'
import { ok, warning, wrong, type Finding } from './finding.ts'

/** The readiness of one of our servers, at its internal address: the public address does not show it. */
export async function examineApi(origin: string): Promise<Finding[]> {
  const answer = await askJson(`${origin}/health/ready`)
  if ('silence' in answer)
    return [wrong('apis', `${origin} does not answer: ${answer.silence}`, 'start the API; look at its log')]
  if (answer.status === 404)
    return [
      warning(
        'apis',
        `${origin} does not serve /health/ready: public addresses should not`,
        'name the address inside, such as http://127.0.0.1:8011, on a machine that has the API',
      ),
    ]
  if (answer.status !== 200)
    return [
      wrong(
        'apis',
        `${origin} is not ready (${answer.status})`,
        'check the parts that its /health/ready names',
      ),
    ]
  const silent = Object.entries(answer.body ?? {}).filter(([, value]) => value === false || value === 'down')
  if (silent.length === 0) return [ok('apis', `${origin} is ready`)]
  const names = silent.map(([name]) => name).join(', ')
  return [warning('apis', `${origin} is ready without ${names}`, 'check the parts that do not answer')]
}

/** @param url the co-signer's address for the signer. An address of this machine means that both keys of vouchers are here */
export function examineCoSigner(url: string, deployment: { chainId: number; network: string }): Finding {
  const { hostname } = new URL(url)
  const own = Object.values(networkInterfaces()).flatMap((list) => list!.map(({ address }) => address))
  const isHere = /^(localhost|127\..*)$/.test(hostname) || own.includes(hostname.replace(/^\[|\]$/g, ''))
  if (!isHere) return ok('co-signer', `the signer asks ${hostname}, another machine`)
  const text = `the signer asks ${hostname}, which is this machine`
  return isMainnet(deployment)
    ? wrong(
        'co-signer',
        `${text}: an intruder here has both keys of vouchers`,
        'give the co-signer a host of its own (docs/production.md) and name another key',
      )
    : ok('co-signer', `${text}, as only a trial may have it`)
}

/** Whether the limits count the requests of all processes together. @param url null: REDIS_URL is not set */
export async function examineLimits(url: string | null): Promise<Finding> {
  if (url === null) return ok('limits', 'each API process counts for itself (REDIS_URL is not set)')
  let refused = false
  const redis = await connectRedis({
    url,
    onChange: () => {},
    onFault: ({ message }) => (refused ||= /NOAUTH|WRONGPASS/.test(message)),
  })
  try {
    await redis.ping()
    return ok('limits', 'Redis answers: limits count for all processes together')
  } catch {
    if (refused) return wrong('limits', 'Redis refuses the password', 'correct the password in REDIS_URL')
    return warning(
      'limits',
      'Redis does not answer: each API process counts for itself',
      'start Redis, or correct REDIS_URL',
    )
  } finally {
    redis.disconnect()
  }
}
