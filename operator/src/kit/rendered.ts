/** A file of the kit, and how services make them. */
import type { Host, Plan } from './plan.ts'

type FileMode = 0o600 | 0o640 | 0o644 | 0o700 | 0o755

export type RenderedFile = {
  content: string
  mode: FileMode
  /** the user and group that own it on the host, `root` where nobody else reads it */
  owner: string
  /** where it belongs, an absolute path; null for what stays in the kit's folder */
  target: string | null
  /** null for what stays in the kit's folder */
  host: string | null
  readers: Readers
}

/** Parts of a host that must notice when a file changes, by systemd's names. What a program reads when it runs next has none. */
export type Readers = {
  /** they read it when they start */
  restarts?: readonly string[]
  /** they reload it on a signal, without a restart */
  reloads?: readonly string[]
}

/** A file of one host, before it is known where the kit keeps it. */
export type HostFile = { target: string; content: string; mode?: FileMode; owner?: string } & Readers

/** One service: its files on one host, none where the host does not have it. */
export type Service = (plan: Plan, host: Host) => HostFile[]

/** `NAME=value` lines as systemd's EnvironmentFile and a POSIX shell read them. */
export function environmentFile(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      if (/[\n\r'"\\`$]/.test(value)) throw new Error(`${name} has a character that an env file cannot hold`)
      return `${name}=${/[\s#;&|<>()*?!~]/.test(value) ? `'${value}'` : value}\n`
    })
    .join('')
}

/** JSON is YAML: programs that read YAML read this, and nothing has to be escaped by hand. */
export function yaml(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
