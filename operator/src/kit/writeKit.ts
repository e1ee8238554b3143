/** Writes the kit into a folder, and keeps existing secrets. */
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Value } from 'typebox/value'
import { KitError } from './certificates.ts'
import type { RenderedFile } from './rendered.ts'
import { SecretsSchema, type Secrets } from './secrets.ts'

const SECRETS_FILE = 'secrets.json'

/**
 * @returns null if the folder has no secrets
 * @throws KitError if the file exists and the kit did not write it: such a file is not replaced
 */
export async function readSecrets(folder: string): Promise<Secrets | null> {
  const path = join(folder, SECRETS_FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new KitError(`${path} cannot be read: ${(error as Error).message}`)
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new KitError(`${path} is not JSON; restore it from its copy, or name another --out`)
  }
  if (Value.Check(SecretsSchema, json)) return json
  const [first] = Value.Errors(SecretsSchema, json)
  throw new KitError(`${path}: ${first?.instancePath || '/'} ${first?.message ?? ''}`)
}

/** Writes secrets first, so that no file can contain a secret that is not stored. Files that the kit no longer has stay in the folder. */
export async function writeKit(
  folder: string,
  secrets: Secrets,
  files: ReadonlyMap<string, RenderedFile>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  await replace(join(folder, SECRETS_FILE), `${JSON.stringify(secrets, null, 2)}\n`, 0o600)
  for (const [path, { content, mode }] of files) await replace(join(folder, path), content, mode)
}

/** Writes atomically: after a failure the old file is unchanged. */
async function replace(path: string, content: string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const fresh = `${path}.new`
  await writeFile(fresh, content, { mode: 0o600 })
  await chmod(fresh, mode)
  await rename(fresh, path)
}
