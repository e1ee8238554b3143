/** The product's own programs on a host, as data: the source of the units and of a trial's processes. */
import type { Host } from '../plan.ts'

export type Program = {
  description: string
  user: 'galx' | 'galx-signer' | 'galx-cosigner'
  /** env files of the kit's folder, without extension; `%i` is the instance's number */
  environment: readonly string[]
  /** program and parameters, not quoted for systemd or a shell */
  run: readonly string[]
  /** the folder of its state, below the directory `lib` */
  state?: string
  /** the folder of another program's state, below the directory `lib`, which it reads */
  readsState?: string
  /** the exit status after which it is not started again */
  halted?: number
  /** a file that is removed once the program has ended without a fault; its owner is root */
  clears?: string
  /** a file that keeps it from starting */
  unless?: string
  /** a file without which it does not start */
  needs?: string
  /** the health ports of its instances; null for a program that runs once, when a person starts it */
  answers: { ports: readonly number[]; path: '/health/ready' | '/metrics'; at?: string } | null
}

const NODE = ['/usr/bin/env', 'node'] as const
const SERVER = [...NODE, 'server/dist/main.js'] as const
const OPERATOR = [...NODE, 'stack/dist/programs/operator.js'] as const

/** The indexer's exit status after a halt that needs a person's decision. */
export const INDEXER_HALTED = 3

/** This file exists from a restore until an audit finds no difference. While it exists the signer does not start, neither by hand nor at boot. */
export function auditMark({ directories }: Host): string {
  return `${directories.lib}/galx/audit-before-signing`
}

/**
 * @returns the programs by their units' names, in the order in which a release replaces them; a program whose name ends with @ has instances,
 * numbered from 1
 */
export function productPrograms(host: Host): Record<string, Program> {
  const { roles, ports } = host
  const user = 'galx' as const
  const state = `${host.directories.lib}/galx-verdicts/state`
  const app: Record<string, Program> = {
    'galx-api@': {
      description: 'GALX main API, process %i',
      user,
      environment: ['api', 'api-%i'],
      run: [...SERVER, 'api'],
      answers: { ports: ports.api, path: '/health/ready' },
    },
    'galx-btc-api@': {
      description: 'GALX btc API, process %i',
      user,
      environment: ['api', 'btc-api-%i'],
      run: [...SERVER, 'btc-api'],
      answers: { ports: ports.btcApi, path: '/health/ready' },
    },
    'galx-indexer': {
      description: 'GALX indexer, leader or stand-by',
      user,
      environment: ['indexer'],
      run: [...SERVER, 'indexer'],
      halted: INDEXER_HALTED,
      answers: { ports: [ports.indexer], path: '/health/ready' },
    },
    'galx-reindex': {
      description: 'GALX: read the whole chain again, while the product serves',
      user,
      environment: ['indexer'],
      run: [...SERVER, 'reindex'],
      answers: null,
    },
  }
  const coSigner: Record<string, Program> =
    host.coSignsAt === null ? {} : { 'galx-cosigner': coSignerAt(host, host.coSignsAt) }
  const signer: Record<string, Program> = {
    'galx-verdicts': {
      description: 'GALX second engine',
      user,
      environment: ['verdicts'],
      // With a shell's pipe, the shell would wait for the engine, and the engine notices a missing reader only at its next verdict. So the process
      // that stores verdicts is the unit's main process. When this process ends, systemd ends the engine. When the engine ends, the input of this
      // process ends.
      run: [
        '/bin/bash',
        '-c',
        `exec ${SERVER.join(' ')} verdicts < <(exec ${OPERATOR.join(' ')} audit --follow --deployment "$DEPLOYMENT_FILE" --save ${state} --from ${state})`,
      ],
      state: 'galx-verdicts',
      answers: { ports: [ports.verdicts], path: '/metrics' },
    },
    ...coSigner,
    'galx-signer': {
      description: 'GALX signer of vouchers and publisher of epochs',
      user: 'galx-signer',
      // The second file has the keys; a person writes it, only on this machine.
      environment: ['signer', 'signer-keys'],
      run: [...SERVER, 'signer'],
      unless: auditMark(host),
      answers: { ports: [ports.signer], path: '/metrics' },
    },
    'galx-audit': {
      description: 'GALX audit of every bonus, from the chain alone',
      user,
      environment: ['verdicts'],
      // Signing of bonuses stops while this program runs. A saved state of the second engine also contains the earlier differences.
      run: [
        '/bin/bash',
        '-c',
        `exec ${OPERATOR.join(' ')} audit --deployment "$DEPLOYMENT_FILE" $([ ! -e ${state} ] || echo --from ${state})`,
      ],
      readsState: 'galx-verdicts',
      clears: auditMark(host),
      answers: null,
    },
  }
  return {
    ...(roles.includes('app') ? app : {}),
    ...(roles.includes('signer') ? signer : coSigner),
  }
}

function coSignerAt({ directories, ports }: Host, place: string): Program {
  return {
    description: 'GALX co-signer of vouchers',
    user: 'galx-cosigner',
    // The second file has the key; a person writes it, only on this machine.
    environment: ['cosigner', 'cosigner-keys'],
    run: [...OPERATOR, 'cosign', '--listen', place, '--state', `${directories.lib}/galx-cosigner/state`],
    state: 'galx-cosigner',
    needs: `${directories.etc}/galx/cosigner-keys.env`,
    answers: { ports: [ports.coSigner], path: '/health/ready', at: place.split(':')[0]! },
  }
}

/** A long-running process: its unit, and an address that answers once the process works. */
export type Process = { program: string; unit: string; address: string }

/** Every process of the product on a host, in the order in which a release replaces them. */
export function productProcesses(host: Host): Process[] {
  return Object.entries(productPrograms(host)).flatMap(([program, { answers }]) =>
    (answers?.ports ?? []).map((port, index) => ({
      program,
      unit: program.endsWith('@') ? `${program}${index + 1}` : program,
      address: `http://${answers!.at ?? '127.0.0.1'}:${port}${answers!.path}`,
    })),
  )
}
