/** Writes the kit into a folder, and keeps the secrets that are there. */
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Value } from 'typebox/value'
import { KitError } from './certificates.ts'
import type { RenderedFile } from './rendered.ts'
import { SecretsSchema, type Secrets } from './secrets.ts'

const SECRETS_FILE = 'secrets.json'

/**
 * @returns null where the folder has none
 * @throws KitError when the file is there and is not what the kit wrote: nothing is made up in its place
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

/** Secrets first, so that no file can hold one that is not kept. Files that the kit has no more stay where they are. */
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

/** A file is whole or is what it was. */
async function replace(path: string, content: string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const fresh = `${path}.new`
  await writeFile(fresh, content, { mode: 0o600 })
  await chmod(fresh, mode)
  await rename(fresh, path)
}
