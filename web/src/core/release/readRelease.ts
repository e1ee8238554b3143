import type { WebConfig } from '@galx/protocol/webConfig'
import { isOlder, parseRelease, type SignedRelease } from '@galx/protocol/release'
import { APP_VERSION } from './appVersion.ts'

/** The result of reading release.json. */
export type ReleaseFound =
  /** the deployment names no signer of releases, or the host has no such file */
  | { status: 'none' }
  | { status: 'unreachable' }
  /** not signed by the deployment's signer, or for another chain */
  | { status: 'foreign' }
  | { status: 'signed'; release: SignedRelease }

const TIMEOUT = 3_000
/** Milliseconds for which the result is reused by the next transactions. */
const FRESH = 60_000

let last: { at: number; found: ReleaseFound } | null = null

/** Fetches and verifies release.json, at most once a minute. Never rejects. */
export async function readRelease(
  config: WebConfig,
  fetchFile: () => Promise<unknown> = fetchRelease,
): Promise<ReleaseFound> {
  const { releaseSigner: signer, chainId } = config
  if (typeof signer !== 'string') return { status: 'none' }
  if (last !== null && performance.now() - last.at < FRESH) return last.found
  const found = await fetchVerified(signer, chainId, fetchFile)
  if (found.status !== 'unreachable') last = { at: performance.now(), found }
  return found
}

/** For tests. */
export function clearReleaseCache(): void {
  last = null
}

async function fetchVerified(
  signer: string,
  chainId: number,
  fetchFile: () => Promise<unknown>,
): Promise<ReleaseFound> {
  try {
    const json = await fetchFile()
    if (json === null) return { status: 'none' }
    const release = parseRelease(json)
    if (release === null || release.chainId !== chainId) return { status: 'foreign' }
    const { provenRelease } = await import('./provenRelease.ts')
    const proven = await provenRelease(signer.toLowerCase() as `0x${string}`, release)
    return proven === null ? { status: 'foreign' } : { status: 'signed', release: proven }
  } catch {
    return { status: 'unreachable' }
  }
}

/** Null if the host has no release.json. */
async function fetchRelease(): Promise<unknown> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), TIMEOUT)
  try {
    const response = await fetch('./release.json', { cache: 'no-cache', signal: abort.signal })
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return (await response.json()) as unknown
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Called before anything is signed. An unknown release stops nobody: a host that withholds the file could just as well deliver another app.
 * @returns the oldest safe version, if a signed release says that this version is older; otherwise null
 */
export async function safeVersionAfterThis(config: WebConfig): Promise<string | null> {
  const found = await readRelease(config)
  return found.status === 'signed' && isOlder(APP_VERSION, found.release.leastSafe)
    ? found.release.leastSafe
    : null
}
