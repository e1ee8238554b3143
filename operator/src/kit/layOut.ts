/**
 * Puts the kit's files at their hosts' paths on this machine: for trials of hosts whose directories are folders of one machine.
 * Creates the folders and files that install.sh gets from Debian's packages.
 */
import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { makeCertificate } from './certificates.ts'
import { POSTGRESQL } from './hostsFile.ts'
import type { Host, Plan } from './plan.ts'
import { renderKit } from './renderKit.ts'
import { galxFolder } from './services/environments.ts'
import { publicCertificate } from './services/nginx.ts'

/** Folders that Debian's packages and units create, by their parent directory. */
const FOLDERS = {
  lib: [
    'etcd',
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
  /** nginx's table of file types from Debian's package; null: nginx is not tried */
  mimeTypes: string | null
  /** the owner of all files; undefined: the present user */
  owner?: Owner | undefined
}

/** @param base an existing folder, below which every host's directories lie */
export async function layOut(plan: Plan, base: string, { mimeTypes, owner }: LayOutOptions): Promise<void> {
  const place = placing(base, owner)
  for (const host of plan.hosts) {
    for (const [directory, names] of Object.entries(FOLDERS))
      for (const name of names)
        await place.folder(join(host.directories[directory as keyof typeof FOLDERS], name))
    await place.folder(join(host.directories.lib, 'postgresql', String(POSTGRESQL[host.debian])))
    if (host.roles.includes('edge')) await layOutEdge(plan, host, mimeTypes, place)
  }
  for (const { target, content, mode } of renderKit(plan).values())
    if (target !== null) await place.file(target, content, mode)
}

/** The kit's own authority signs the public certificate: no other authority signs the names of a trial. */
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
  /** Creates a folder with its parents and gives them to the owner. */
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
