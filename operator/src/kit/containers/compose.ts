/**
 * The compose file of `single`: a container for each unit, with the unit's command, env files and user. The containers use the machine's network,
 * so each finds the others at 127.0.0.1, nginx sees the callers' addresses, and the machine's firewall applies. Only nginx listens on other addresses.
 */
import { createHash } from 'node:crypto'
import { coSignerUrl, tlsPaths, type Host, type Plan } from '../plan.ts'
import { yaml, type RenderedFile } from '../rendered.ts'
import { productCommands, type Command } from '../services/commands.ts'
import { deploymentPath, galxFolder } from '../services/environments.ts'
import { doctorCommand } from '../services/hostScripts.ts'
import { productPrograms, productProcesses, type Program } from '../services/productPrograms.ts'
import { OPEN_FILES, stopSeconds } from '../services/units.ts'
import { foldersOfPersons } from './place.ts'
import { partsOf, scriptPath, SITE, volumesOf, type Part } from './services.ts'

/** The image with all Debian packages. */
export const PARTS_IMAGE = 'galx-parts'

/** The image of the parts, with a release on top. release.sh writes the version into the file `.env`, which Docker Compose reads. */
const IMAGE = 'galx:${GALX_VERSION:-none}'

type Service = Record<string, unknown>

/** The limits of every container: it writes only to its volumes, and has no capabilities unless `cap_add` names them. */
const SANDBOX = {
  network_mode: 'host',
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  tmpfs: ['/tmp', '/run'],
  // Without a limit Docker keeps everything that a container has ever said.
  logging: { driver: 'json-file', options: { 'max-size': '50m', 'max-file': '4' } },
}

const STAYS = {
  restart: 'always',
  // Forwards signals to the program.
  init: true,
  ulimits: { nofile: { soft: OPEN_FILES, hard: OPEN_FILES } },
}

/** A service that a person or a script runs once. */
const TOOL = { ...SANDBOX, profiles: ['tools'] }

/** The service of a unit: names of services have no @. */
export function serviceOf(unit: string): string {
  return unit.replace('@', '-')
}

export function compose(plan: Plan, host: Host, files: readonly RenderedFile[]): string {
  const volumes = volumesOf(plan, host)
  const mount = (name: string) => `${name}:${volumes.find((volume) => volume.name === name)!.path}`
  const mounts = (writes: readonly string[], reads: readonly string[] = []) => [
    ...writes.map(mount),
    ...['settings', ...reads].map((name) => `${mount(name)}:ro`),
  ]
  const parts = [...partsOf(plan, host)].map(([unit, part]) => [
    unit,
    partService(host, part, mounts(part.writes, part.reads), reads(files, unit)),
  ])
  const programs = productCommands(host).map((command) => {
    const program = productPrograms(host)[command.unit.replace(/@\d+$/, '@')]!
    const { state, readsState, unless } = program
    const read = [
      ...(unless === undefined ? [] : ['marks']),
      ...(readsState === undefined ? [] : [readsState]),
    ]
    const own = mounts(state === undefined ? [] : [state], read)
    return [serviceOf(command.unit), programService(plan, host, program, command, own, files)]
  })
  const text = yaml({
    name: 'galx',
    services: {
      ...(Object.fromEntries(parts) as Record<string, Service>),
      ...(Object.fromEntries(programs) as Record<string, Service>),
      ...tools(plan, host, mounts),
    },
    volumes: Object.fromEntries(volumes.map(({ name }) => [name, {}])),
  })
  // Compose takes a single $ as the start of a variable.
  return text.replaceAll(/\$(?!\{GALX_VERSION)/g, '$$$$')
}

/** A hash of the files that the unit reads when it starts: Docker Compose replaces the container if the hash differs. */
function reads(files: readonly RenderedFile[], unit: string, ...targets: string[]): Service {
  const hash = createHash('sha256')
  for (const { content, target, readers } of files) {
    const isRead = [...(readers.restarts ?? []), ...(readers.reloads ?? [])].includes(unit)
    if (isRead || targets.includes(target!)) hash.update(content)
  }
  return { 'galx.files': hash.digest('hex') }
}

function healthcheck(test: readonly string[]): Service {
  return { test: ['CMD', ...test], interval: '5s', timeout: '3s', retries: 3, start_period: '60s' }
}

function partService(host: Host, part: Part, volumes: readonly string[], labels: Service): Service {
  const { run, user, folders, scratch, health, environment, more } = part
  return {
    ...SANDBOX,
    ...STAYS,
    image: PARTS_IMAGE,
    user,
    command: run,
    labels,
    ...(environment.length === 0 ? {} : { env_file: environment.map((path) => kitFile(host, path)) }),
    volumes: [...volumes, ...folders.map((folder) => `${folder}:${folder}`)],
    tmpfs: [...SANDBOX.tmpfs, ...scratch],
    ...(health === null ? {} : { healthcheck: healthcheck(health) }),
    ...more,
  }
}

/** The path of a host's file in the kit, from the compose file. */
function kitFile({ name }: Host, target: string): string {
  return `./${name}/root${target}`
}

function programService(
  plan: Plan,
  host: Host,
  program: Program,
  { run, environment, folder, unit }: Command,
  volumes: readonly string[],
  files: readonly RenderedFile[],
): Service {
  const process = productProcesses(host).find((one) => one.unit === unit)
  const own = files.map(({ target }) => target)
  const common = {
    image: IMAGE,
    user: program.user,
    working_dir: folder,
    // A person writes the files with keys, on this machine only.
    env_file: environment.map((path) =>
      own.includes(path) ? kitFile(host, path) : path.replace(galxFolder(host), '/etc/galx'),
    ),
    volumes,
  }
  if (process === undefined) return { ...TOOL, ...common, command: run }
  return {
    ...SANDBOX,
    ...STAYS,
    ...common,
    // Docker Compose reads the env files of all services in the profiles that it uses. So each service with a file of keys has a profile.
    ...(environment.every((path) => own.includes(path)) ? {} : { profiles: [serviceOf(unit)] }),
    command: guarded(program, run),
    labels: reads(files, unit, deploymentPath(host), tlsPaths(host, 'postgres').authority),
    healthcheck: healthcheck(['curl', '-fsS', '--max-time', '2', '-o', '/dev/null', process.address]),
    stop_grace_period: `${stopSeconds(plan, program)}s`,
  }
}

/**
 * Docker knows no condition for a start, and restarts a container after every exit status. So a program that must not run is replaced by a sleep,
 * and its container stays unhealthy until a person acts.
 */
function guarded({ unless, halted }: Program, run: readonly string[]): readonly string[] {
  const lines = [
    ...(unless === undefined
      ? []
      : [
          `[ ! -e ${unless} ] || { echo 'off until an audit has found no difference: audit.sh'; exec sleep infinity; }`,
        ]),
    ...(halted === undefined
      ? ['exec "$@"']
      : [
          '"$@" & child=$!',
          `trap 'kill "$child"' TERM`,
          // A signal interrupts the first wait.
          'while :; do wait "$child"; status=$?; kill -0 "$child" 2>/dev/null || break; done',
          `[ "$status" != ${halted} ] || { echo 'halted: it does not start again by itself'; exec sleep infinity; }`,
          'exit "$status"',
        ]),
  ]
  return lines.length === 1 && halted === undefined
    ? run
    : ['/bin/bash', '-c', lines.join('\n'), 'galx', ...run]
}

type Mounts = (writes: readonly string[], reads?: readonly string[]) => string[]

function tools(plan: Plan, host: Host, mounts: Mounts): Record<string, Service> {
  const { etc, opt } = host.directories
  const folder = galxFolder(host)
  const program = { ...TOOL, image: IMAGE, user: 'galx', working_dir: `${opt}/current` }
  return {
    // Brings the kit's files and what a person has written into the volume.
    settings: {
      ...TOOL,
      network_mode: 'none',
      image: PARTS_IMAGE,
      user: 'root',
      cap_add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'],
      command: ['bash', '/kit/place.sh'],
      volumes: [
        `./${host.name}:/kit:ro`,
        `settings:${etc}`,
        `marks:${volumesOf(plan, host).find(({ name }) => name === 'marks')!.path}`,
        ...foldersOfPersons(plan).map((path) => `${path}:${path}:ro`),
        ...backupsOf(plan),
      ],
    },
    prepare: {
      ...TOOL,
      image: PARTS_IMAGE,
      user: 'postgres',
      command: ['bash', scriptPath(host, 'prepare')],
      tmpfs: [...SANDBOX.tmpfs, `${host.directories.log}/pgbackrest`],
      volumes: [...mounts(['database', 'sockets', 'pgbackrest']), ...backupsOf(plan)],
    },
    migrate: {
      ...program,
      command: ['node', 'server/dist/main.js', 'migrate'],
      env_file: [kitFile(host, `${folder}/indexer.env`)],
      volumes: mounts([]),
    },
    doctor: {
      ...program,
      entrypoint: doctorCommand(plan, host),
      env_file: [kitFile(host, `${folder}/api.env`)],
      environment: { COSIGNER_URL: new URL(coSignerUrl(plan)).origin },
      volumes: mounts([]),
    },
    // Keeps the app's files of several versions, because open pages ask for those of an earlier one.
    site: { ...program, network_mode: 'none', command: ['bash', '-s'], volumes: [`site:${SITE}`] },
  }
}

function backupsOf({ settings: { backup } }: Plan): string[] {
  return backup?.path === undefined ? [] : [`${backup.path}:${backup.path}`]
}
