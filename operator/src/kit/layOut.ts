/**
 * Puts the kit's files where its hosts have them, on this machine: for trials of hosts whose directories are folders of one machine.
 * What install.sh gets from Debian's packages, such as folders, is made here.
 */
import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { makeCertificate } from './certificates.ts'
import type { Host, Plan } from './plan.ts'
import { renderKit } from './renderKit.ts'
import { galxFolder } from './services/environments.ts'
import { publicCertificate } from './services/nginx.ts'

/** Folders that Debian's packages and units make, by the directory they lie in. */
const FOLDERS = {
  lib: [
    'etcd',
    'postgresql/15',
    'pgbackrest/lock',
    'pgbackrest/spool',
    'redis',
    'nginx',
    'prometheus/node-exporter',
    'galx/acme',
    'galx-verdicts',
    'galx-cosigner',
  ],
  log: ['nginx', 'pgbackrest'],
  run: ['haproxy', 'postgresql'],
  opt: ['releases'],
} as const

type Owner = { uid: number; gid: number }

export type LayOutOptions = {
  /** nginx's table of file types, as Debian's package has it; null: nginx is not tried */
  mimeTypes: string | null
  /** who owns everything; undefined: who lays it out */
  owner?: Owner | undefined
}

/** @param base every host's directories lie below this folder, which exists */
export async function layOut(plan: Plan, base: string, { mimeTypes, owner }: LayOutOptions): Promise<void> {
  const place = placing(base, owner)
  for (const host of plan.hosts) {
    for (const [directory, names] of Object.entries(FOLDERS))
      for (const name of names)
        await place.folder(join(host.directories[directory as keyof typeof FOLDERS], name))
    if (host.roles.includes('edge')) await layOutEdge(plan, host, mimeTypes, place)
  }
  for (const { target, content, mode } of renderKit(plan).values())
    if (target !== null) await place.file(target, content, mode)
}

/** The public certificate is signed by the kit's own authority: no other one signs names of a trial. */
async function layOutEdge(plan: Plan, host: Host, mimeTypes: string | null, place: Placing): Promise<void> {
  const { domain, apiDomain, btcApiDomain } = plan.settings
  const paths = publicCertificate(plan, host)
  if (!existsSync(paths.certificate)) {
    const names = [domain, apiDomain, btcApiDomain]
    const { certificate, key } = await makeCertificate(plan.secrets.authority, domain, names, [])
    await place.file(paths.certificate, certificate, 0o644)
    await place.file(paths.key, key, 0o600)
  }
  await place.folder(`${galxFolder(host)}/web`)
  if (mimeTypes === null) return
  await place.folder(`${host.directories.etc}/nginx`)
  await copyFile(mimeTypes, `${host.directories.etc}/nginx/mime.types`)
}

type Placing = ReturnType<typeof placing>

function placing(base: string, owner: Owner | undefined) {
  const give = async (path: string) => {
    if (owner !== undefined) await chown(path, owner.uid, owner.gid)
  }
  /** Makes a folder and gives it, and each one between, to the owner. */
  const folder = async (path: string): Promise<void> => {
    await mkdir(path, { recursive: true, mode: 0o755 })
    let current = base
    for (const name of relative(base, path).split(sep)) await give((current = join(current, name)))
  }
  const file = async (path: string, content: string, mode: number): Promise<void> => {
    await folder(dirname(path))
    await writeFile(path, content)
    await chmod(path, mode)
    await give(path)
  }
  return { folder, file }
}
