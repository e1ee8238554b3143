/** A file of the kit, and the interface of the services that render files. */
import type { Host, Plan } from './plan.ts'

type FileMode = 0o600 | 0o640 | 0o644 | 0o700 | 0o755

export type RenderedFile = {
  content: string
  mode: FileMode
  /** the user and group that own it on the host; `root` if only root reads it */
  owner: string
  /** its absolute path on the host; null for a file that stays in the kit's folder */
  target: string | null
  /** null for a file that stays in the kit's folder */
  host: string | null
  readers: Readers
}

/** The units of a host that must notice a change of the file. A file that a program reads at its next run has no such units. */
export type Readers = {
  /** units that read it when they start */
  restarts?: readonly string[]
  /** units that reload it on a signal, without a restart */
  reloads?: readonly string[]
}

/** A file of one host, before its path in the kit is known. */
export type HostFile = { target: string; content: string; mode?: FileMode; owner?: string } & Readers

/** One service: its files on one host; empty if the host does not have the service. */
export type Service = (plan: Plan, host: Host) => HostFile[]

/** `NAME=value` lines for systemd's EnvironmentFile and a POSIX shell. */
export function environmentFile(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      if (/[\n\r'"\\`$]/.test(value)) throw new Error(`${name} has a character that an env file cannot hold`)
      return `${name}=${/[\s#;&|<>()*?!~]/.test(value) ? `'${value}'` : value}\n`
    })
    .join('')
}

/** JSON is YAML: programs that read YAML read this, and nothing needs manual escapes. */
export function yaml(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
