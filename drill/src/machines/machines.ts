/** The kit of three hosts, rendered by `operator kit`'s own code into folders of this machine. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { layOut } from '@galx/operator/kit/layOut'
import { completeSecrets } from '@galx/operator/kit/makeSecrets'
import { certificateOf, makePlan, type Certified, type Host, type Plan } from '@galx/operator/kit/plan'
import { readHostsFile } from '@galx/operator/kit/readHostsFile'
import type { UserIds } from '@galx/stack/database/unprivilegedUser'
import type { Programs } from '../programs/programs.ts'
import type { Trust } from '../requests.ts'
import { hostsFileOf, ownPorts, type HostName, type OwnPorts, type Trial } from './place.ts'

export type Machines = {
  plan: Plan
  /** the folder of the whole drill */
  folder: string
  programs: Programs
  /** the user of Debian's programs; undefined: the drill's own user */
  user: UserIds | undefined
  ports: OwnPorts
}

/** @param deploymentFile path of the deployment file */
export async function makeMachines(
  trial: Trial,
  programs: Programs,
  user: UserIds | undefined,
  deploymentFile: string,
): Promise<Machines> {
  const read = readHostsFile(JSON.stringify(hostsFileOf(trial)), 'ha')
  if (!read.ok) throw new Error(`the kit refuses the drill's hosts file: ${read.problems.join('; ')}`)
  const secrets = await completeSecrets('ha', read.hosts, null)
  const plan = makePlan('ha', read.hosts, secrets, readFileSync(deploymentFile, 'utf8'))
  await layOut(plan, trial.folder, { mimeTypes: programs.mimeTypes, owner: user })
  return { plan, folder: trial.folder, programs, user, ports: ownPorts(trial.firstPort) }
}

export function hostOf({ plan }: Pick<Machines, 'plan'>, name: HostName): Host {
  return plan.hosts.find((host) => host.name === name)!
}

/** The credentials of a caller that authenticates as a service of a host. */
export function trustOf({ plan }: Pick<Machines, 'plan'>, name: HostName, service: Certified): Trust {
  const { certificate, key } = certificateOf(plan, hostOf({ plan }, name), service)
  return { ca: plan.secrets.authority.certificate, cert: certificate, key }
}

/** The settings of a caller that authenticates with a password, or not at all. */
export function publicTrust({ plan }: Pick<Machines, 'plan'>): Trust {
  return { ca: plan.secrets.authority.certificate }
}

type DatabasePort = 'balancerPrimary' | 'pgbouncer' | 'postgres'

/** @param port of the host's way to the database */
export function databaseUrl(machines: Machines, name: HostName, port: DatabasePort): string {
  return urlOf(machines, name, port, 'galx', 'galx')
}

export function superuserUrl(
  machines: Machines,
  name: HostName,
  port: DatabasePort,
  database = 'galx',
): string {
  return urlOf(machines, name, port, 'postgres', database)
}

function urlOf(
  machines: Machines,
  name: HostName,
  port: DatabasePort,
  user: 'galx' | 'postgres',
  database: string,
): string {
  const password = machines.plan.secrets.passwords[user]
  return `postgres://${user}:${password}@127.0.0.1:${hostOf(machines, name).ports[port]}/${database}`
}

/**
 * Makes the drill's only change to the kit's files. The changed files are all JSON. Normally some alerts must hold for minutes, for example five,
 * before an operator gets them. Here they fire after seconds.
 */
export function hurry(machines: Machines, name: HostName, hold: string): void {
  const folder = join(hostOf(machines, name).directories.etc, 'prometheus')
  const change = <Content>(file: string, edit: (content: Content) => unknown) => {
    const path = join(folder, file)
    writeFileSync(path, JSON.stringify(edit(JSON.parse(readFileSync(path, 'utf8')) as Content), null, 2))
  }
  change<{ global: object }>('prometheus.yml', (content) => ({
    ...content,
    global: { ...content.global, scrape_interval: '2s', evaluation_interval: '2s', scrape_timeout: '2s' },
  }))
  change<RuleFile>('galx.rules.yml', (content) => holding(content, hold))
  change<{ route: object }>('alertmanager.yml', (content) => ({
    ...content,
    route: { ...content.route, group_wait: '0s', group_interval: '1s' },
  }))
}

type RuleFile = { groups: { rules: { for?: string }[] }[] }

/** @param hold how long each alert must hold, in Prometheus's durations */
function holding({ groups }: RuleFile, hold: string): RuleFile {
  return {
    groups: groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => (rule.for === undefined ? rule : { ...rule, for: hold })),
    })),
  }
}

/** The rendered rules, each without a hold time. */
export function rulesAtOnce(machines: Machines, name: HostName): string {
  const path = join(hostOf(machines, name).directories.etc, 'prometheus', 'galx.rules.yml')
  return JSON.stringify(holding(JSON.parse(readFileSync(path, 'utf8')) as RuleFile, '0s'))
}
