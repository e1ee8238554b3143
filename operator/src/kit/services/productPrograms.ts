/** The product's own programs on a host, as data: units are rendered from it, and a trial starts them by it. */
import type { Host } from '../plan.ts'
import { galxFolder } from './environments.ts'

export type Program = {
  description: string
  user: 'galx' | 'galx-signer'
  /** env files of the kit's folder, without their ending; `%i` stands for the instance's number */
  environment: readonly string[]
  /** program and parameters as they are, not as systemd or a shell would quote them */
  run: readonly string[]
  /** further lines of [Service] */
  more?: string
  /** whether it is started with the machine, and not by a person */
  wanted: boolean
  once?: boolean
}

const NODE = ['/usr/bin/env', 'node'] as const
const SERVER = [...NODE, 'server/dist/main.js'] as const
const OPERATOR = [...NODE, 'stack/dist/programs/operator.js'] as const

/** @returns each program by its unit's name; one whose name ends with @ has instances, numbered from 1 */
export function productPrograms(host: Host): Record<string, Program> {
  const { roles } = host
  const folder = galxFolder(host)
  const user = 'galx' as const
  const app: Record<string, Program> = {
    'galx-api@': {
      description: 'GALX main API, process %i',
      user,
      environment: ['api', 'api-%i'],
      run: [...SERVER, 'api'],
      wanted: true,
    },
    'galx-btc-api@': {
      description: 'GALX btc API, process %i',
      user,
      environment: ['api', 'btc-api-%i'],
      run: [...SERVER, 'btc-api'],
      wanted: true,
    },
    'galx-indexer': {
      description: 'GALX indexer, leader or stand-by',
      user,
      environment: ['indexer'],
      run: [...SERVER, 'indexer'],
      // 3: it has halted, and a person decides.
      more: 'RestartPreventExitStatus=3',
      wanted: true,
    },
    'galx-reindex': {
      description: 'GALX: read the whole chain again, beside what serves',
      user,
      environment: ['indexer'],
      run: [...SERVER, 'reindex'],
      wanted: false,
      once: true,
    },
  }
  const signer: Record<string, Program> = {
    'galx-signer': {
      description: 'GALX signer of vouchers and publisher of epochs',
      user: 'galx-signer',
      // The second file has the keys; a person writes it, on this machine alone.
      environment: ['signer', 'signer-keys'],
      run: [...SERVER, 'signer'],
      wanted: true,
    },
    'galx-verdicts': {
      description: 'GALX second engine',
      user,
      environment: ['verdicts'],
      // Without pipefail the pipe would look well while its first half is gone.
      run: [
        ...['/bin/bash', '-c'],
        `set -o pipefail; ${OPERATOR.join(' ')} audit --follow --deployment "$DEPLOYMENT_FILE" | ${SERVER.join(' ')} verdicts`,
      ],
      wanted: true,
    },
    'galx-audit': {
      description: 'GALX audit of every bonus, from the chain alone',
      user,
      environment: ['verdicts'],
      run: [...OPERATOR, 'audit', '--deployment', `${folder}/deployment.json`],
      wanted: false,
      once: true,
    },
  }
  return { ...(roles.includes('app') ? app : {}), ...(roles.includes('signer') ? signer : {}) }
}

/** The numbers of a program's instances on a host; none for one that has no instances. */
export function instancesOf(name: string, { ports }: Host): number[] {
  const listens = { 'galx-api@': ports.api, 'galx-btc-api@': ports.btcApi }[name]
  return listens?.map((_, index) => index + 1) ?? []
}
