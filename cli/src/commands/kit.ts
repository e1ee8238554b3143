import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseDeployment } from '@galx/protocol/deployment'
import { readAlertSecrets } from '@galx/operator/kit/alertSecrets'
import { KitError } from '@galx/operator/kit/certificates'
import { PROFILES } from '@galx/operator/kit/hostsFile'
import { completeSecrets, ROTATIONS, rotate, type Rotation } from '@galx/operator/kit/makeSecrets'
import { coSignerProblems, makePlan } from '@galx/operator/kit/plan'
import { readHostsFile } from '@galx/operator/kit/readHostsFile'
import { renderKit } from '@galx/operator/kit/renderKit'
import { readSecrets, writeKit } from '@galx/operator/kit/writeKit'
import { readOptions, UsageError, type Command } from './command.ts'

const RESTART =
  'release.sh --back CURRENT-VERSION restarts the programs, which use the old secrets until then'

/** The further steps of a rotation after install.sh has run. */
const THEN: Record<Rotation, string> = {
  sessions: `; then ${RESTART}`,
  'sessions-at-once': `; then ${RESTART}`,
  certificates: '',
  passwords: `; then at once, on the primary, as postgres: alter role galx password '…', the same for monitor, replicator, rewinder and postgres, as in secrets.json; then ${RESTART}`,
}

export const kitCommand: Command = {
  summary: 'write all files of one machine, or three, that serve the product',
  help: `npm run operator -- kit --profile single|ha --hosts FILE --out FOLDER [--rotate WHAT] [--dry-run]

Writes systemd units, env files, nginx, HAProxy, Patroni, etcd, PgBouncer, Redis, Prometheus, Alertmanager, Grafana's dashboards,
pgBackRest, certificates for all connections between them, and install.sh, check.sh, doctor.sh, release.sh,
switchover.sh, restore.sh, drill.sh. README.md in the folder has a line for each file.
With containers in the hosts file: Containerfile and compose.yml in place of units.
docs/production.md explains it step by step.

  --profile single   one Debian machine, and optionally a second machine for the co-signer
  --profile ha       three machines or more, one of which may fail
  --hosts FILE       JSON: names, addresses, roles; docs/production.md explains it
  --out FOLDER       is created if it is missing. Its secrets.json is kept: the same hosts file gives the same bytes
  --rotate WHAT      makes new secrets, and prints what comes after install.sh:
                     sessions           a new secret signs; tokens of the old secret still count. Rotate again once they have ended
                     sessions-at-once   everyone signs in again
                     certificates       new certificates between the parts, for two years
                     passwords          new passwords, except the backups'. Writes fail until PostgreSQL has them
  --dry-run          names the files and writes nothing

From the environment, once for each receiver of alerts in the hosts file; secrets.json keeps them:
  TELEGRAM_BOT_TOKEN, SLACK_WEBHOOK_URL, PAGERDUTY_ROUTING_KEY

Exit codes: 0 done, 1 the hosts file or the folder is wrong (one line for each fault), 2 the call was wrong.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, {
      profile: { type: 'string' },
      hosts: { type: 'string' },
      out: { type: 'string' },
      rotate: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    })
    const profile = oneOf('--profile', options.profile, PROFILES)
    if (!options.hosts) throw new UsageError('--hosts FILE is missing')
    if (!options.out) throw new UsageError('--out FOLDER is missing')
    const rotation = options.rotate === undefined ? null : oneOf('--rotate', options.rotate, ROTATIONS)

    const read = readHostsFile(await textOf(options.hosts), profile)
    if (!read.ok) {
      for (const problem of read.problems) complain(`${options.hosts}: ${problem}`)
      return 1
    }
    const file = read.hosts
    const deploymentPath = resolve(dirname(options.hosts), file.deploymentFile)
    const deployment = await textOf(deploymentPath)
    const apart = coSignerProblems(
      profile,
      file,
      planOf(deploymentPath, () => parseDeployment(deployment)),
    )
    for (const problem of apart) complain(`${options.hosts}: ${problem}`)
    if (apart.length > 0) return 1
    const known = await readSecrets(options.out)
    if (rotation !== null && known === null)
      throw new KitError(`${options.out} has no secrets that could be replaced`)
    const kept = rotation === null || known === null ? known : rotate(known, rotation)
    const alerts = readAlertSecrets(file, environment, kept?.alerts)
    const { alerts: _former, ...own } = kept ?? {}
    const secrets = await completeSecrets(profile, file, kept && (own as typeof kept), alerts)
    const files = renderKit(planOf(deploymentPath, () => makePlan(profile, file, secrets, deployment)))
    if (options['dry-run']) {
      for (const [path, { mode }] of files) say(`${mode.toString(8)} ${path}`)
      say(`${files.size} files; nothing is written`)
      return 0
    }
    await writeKit(options.out, secrets, files)
    say(`${files.size} files in ${options.out}; its secrets were ${known === null ? 'made' : 'kept'}`)
    if (rotation !== null) say(`${rotation}: replaced; install.sh brings them to the hosts${THEN[rotation]}`)
    return 0
  },
}

function oneOf<Word extends string>(option: string, given: string | undefined, known: readonly Word[]): Word {
  const found = known.find((word) => word === given)
  if (found !== undefined) return found
  throw new UsageError(
    given === undefined
      ? `${option} is missing: ${known.join(', ')}`
      : `${option} "${given}" is unknown: ${known.join(', ')}`,
  )
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new KitError(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? `${path} does not exist`
        : `${path} cannot be read: ${(error as Error).message}`,
    )
  }
}

/** @throws KitError naming the file if it is not a deployment file */
function planOf<Plan>(path: string, make: () => Plan): Plan {
  try {
    return make()
  } catch (error) {
    throw new KitError(`${path}: ${(error as Error).message}`)
  }
}
