import type { Deployment } from '@galx/protocol/deployment'
import { databaseUrl, directDatabaseUrl, readDatabaseUrl, redisUrl } from '@galx/server/platform/environment'
import { DeploymentError } from '@galx/operator/deploy/deploymentError'
import { ETHERSCAN, SOURCIFY } from '@galx/operator/explorer/explorers'
import type { PlanTerms } from '@galx/operator/networks/networkConfiguration'
import { publishedTerms } from '@galx/operator/networks/publishedTerms'
import { examineChain } from '../doctor/chain.ts'
import { examineDatabase } from '../doctor/database.ts'
import { ok, warning, wrong, type Finding } from '../doctor/finding.ts'
import { examineNodes } from '../doctor/nodes.ts'
import { examineCertificate } from '../doctor/certificates.ts'
import { examineMonitoring } from '../doctor/monitoring.ts'
import { examineSecurityText } from '../doctor/securityText.ts'
import { examineSources } from '../doctor/sources.ts'
import { examineApi, examineCoSigner, examineLimits } from '../doctor/services.ts'
import { firstLine } from '@galx/operator/verify/findings'
import {
  PLACE_HELP,
  PLACE_OPTIONS,
  readDeploymentPath,
  readOptions,
  readRpcUrls,
  UsageError,
  deploymentPathMissing,
  rpcUrlMissing,
  type Command,
} from './command.ts'
import { openDeployment, requireDeployment } from './connection.ts'
import { PLAN_HELP, readPlan } from './planOption.ts'
import { tableLines } from './table.ts'

export const doctorCommand: Command = {
  summary: 'check everything that support would ask about, and say what to do',
  help: `npm run operator -- doctor --rpc URL[,URL] --deployment FILE [--plan FILE] [--api URL[,URL]] [--web URL[,URL]] [--prometheus URL] [--sourcify URL] [--etherscan URL] [--json]

Checks, without changing anything: the nodes and whether they agree, the clock, the deployment file, the stage
that the deployment has reached and the next stage (docs/go-live.md), budgets and pauses, the voucher signer and the publisher's
coins, the database, its version and its replica, the leading indexer, lag and halts, epochs that wait, limits, the APIs,
certificates, security.txt, the age of backups, and whether alerts arrive. Each line is ok, a warning or wrong. A line that is not ok also says
what to do. A check that could not be made is a warning.

${PLACE_HELP}
${PLAN_HELP}
  --api URL[,URL]     origins of the APIs' processes, such as http://127.0.0.1:8011, for their readiness
  --web URL[,URL]     public addresses of the app and the APIs, for their certificates and security.txt
  --prometheus URL    asked about backups, certificates and alerts
  --sourcify URL      asked which contracts' sources it shows, such as ${SOURCIFY}
  --etherscan URL     Etherscan's interface, version 2, for BscScan; asked if there is a key; default ${ETHERSCAN}
  --json              one line of JSON for each finding: {"area", "state", "text", "todo"}

From the environment, the same values as the servers':
  DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL, REDIS_URL, COSIGNER_URL (whether the co-signer is on this machine)
And ETHERSCAN_API_KEY, a key of etherscan.io.

Exit code 0: nothing is wrong; there may be warnings. 1: something is wrong. 2: the call was wrong.`,
  async run(parameters, environment, say) {
    const options = readOptions(parameters, {
      ...PLACE_OPTIONS,
      plan: { type: 'string' },
      api: { type: 'string' },
      web: { type: 'string' },
      prometheus: { type: 'string' },
      sourcify: { type: 'string' },
      etherscan: { type: 'string', default: ETHERSCAN },
      json: { type: 'boolean', default: false },
    })
    const urls = readRpcUrls(options, environment)
    const path = readDeploymentPath(options, environment)
    const missing = [
      ...(urls.length === 0 ? [rpcUrlMissing()] : []),
      ...(path === undefined ? [deploymentPathMissing()] : []),
    ]
    if (missing.length > 0) throw new UsageError(missing.map(({ message }) => message).join('\n'))
    const apis = origins('--api', options.api)
    const web = origins('--web', options.web)
    const [prometheus = null] = origins('--prometheus', options.prometheus)
    origins('--sourcify', options.sourcify)
    origins('--etherscan', options.etherscan)
    const key = environment.ETHERSCAN_API_KEY?.trim() ?? ''
    const deployment = requireDeployment(path!)
    const plan = readPlan(options) ?? publishedTerms(deployment.network)
    /** unix seconds; read late, because nodes may take a while to answer */
    const now = () => Math.floor(Date.now() / 1_000)
    const { findings: nodes, final } = await examineNodes(urls, deployment, now)
    const findings = [
      ...nodes,
      ...(final === null ? [] : await chainFindings(options, environment, plan)),
      ...(await databaseFindings(environment, deployment, final?.number ?? null, now())),
      ...coSignerFindings(environment, deployment),
      await limitsFinding(environment),
      ...(apis.length === 0 ? [warning('apis', 'not checked', 'name them with --api URL[,URL]')] : []),
      ...(await Promise.all(apis.map((origin) => examineApi(origin)))).flat(),
      ...(await certificateFindings([...web, ...apis.filter((origin) => !isLocal(origin))], now())),
      ...(await Promise.all(web.map((origin) => examineSecurityText(origin, now())))).flat(),
      ...(await examineMonitoring(prometheus, now())),
      ...(await examineSources({ ...options, key }, deployment)),
    ]
    report(findings, options.json, say)
    return findings.some(({ state }) => state === 'wrong') ? 1 : 0
  },
}

/** @throws UsageError naming the option; the text itself may hold a password and stays out of the message */
function origins(option: string, text: string | undefined): string[] {
  return (text?.split(',') ?? []).map((one, index) => {
    if (!URL.canParse(one.trim()) || !/^https?:$/.test(new URL(one.trim()).protocol))
      throw new UsageError(`${option}: address ${index + 1} is not an http or https URL`)
    return new URL(one.trim()).origin
  })
}

/** A connection that does not leave the machine needs no certificate. */
function isLocal(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

async function chainFindings(
  options: Parameters<typeof openDeployment>[0],
  environment: NodeJS.ProcessEnv,
  plan: PlanTerms | undefined,
): Promise<Finding[]> {
  try {
    const { place } = await openDeployment(options, environment)
    return [
      ok('deployment', 'every contract and token of the file is on the chain with its code'),
      ...(await examineChain(place, plan)),
    ]
  } catch (error) {
    if (!(error instanceof DeploymentError))
      return [wrong('nodes', `the contracts cannot be read: ${firstLine(error)}`, 'look at the first node')]
    return error.message
      .split('\n')
      .map((line) =>
        wrong(
          'deployment',
          line,
          'correct RPC_URL, or take the newest deployment file; npm run operator -- verify',
        ),
      )
  }
}

async function databaseFindings(
  environment: NodeJS.ProcessEnv,
  deployment: Deployment,
  final: bigint | null,
  now: number,
): Promise<Finding[]> {
  if (!environment.DATABASE_URL?.trim() && !environment.DATABASE_DIRECT_URL?.trim())
    return [warning('database', 'not checked', 'set DATABASE_URL as on the servers')]
  try {
    // With a pooler, only the direct address is checked. Both addresses lead to the same database with the indexer's lock.
    const url = environment.DATABASE_DIRECT_URL?.trim()
      ? directDatabaseUrl(environment)
      : databaseUrl(environment)
    return await examineDatabase({ url, readUrl: readDatabaseUrl(environment), deployment, final, now })
  } catch (error) {
    return [wrong('database', firstLine(error), 'correct the variable')]
  }
}

function coSignerFindings(environment: NodeJS.ProcessEnv, deployment: Deployment): Finding[] {
  const url = environment.COSIGNER_URL?.trim()
  if (!url) return []
  return URL.canParse(url)
    ? [examineCoSigner(url, deployment)]
    : [wrong('co-signer', 'COSIGNER_URL is not an address', 'correct the variable')]
}

async function limitsFinding(environment: NodeJS.ProcessEnv): Promise<Finding> {
  try {
    return await examineLimits(redisUrl(environment))
  } catch (error) {
    return wrong('limits', firstLine(error), 'correct the variable')
  }
}

async function certificateFindings(addresses: readonly string[], now: number): Promise<Finding[]> {
  if (addresses.length === 0)
    return [warning('certificates', 'not checked', 'name the public addresses with --web URL[,URL]')]
  return Promise.all(addresses.map((address) => examineCertificate(address, now)))
}

function report(findings: readonly Finding[], json: boolean, say: (line: string) => void): void {
  if (json) {
    for (const finding of findings) say(JSON.stringify(finding))
    return
  }
  for (const line of tableLines(
    [{ title: 'state' }, { title: 'what' }, { title: 'found' }],
    findings.map(({ area, state, text, todo }) => [
      state,
      area,
      todo === undefined ? text : `${text} → ${todo}`,
    ]),
  ))
    say(line)
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  say(`${count('ok')} ok, ${count('warning')} warnings, ${count('wrong')} wrong`)
}
