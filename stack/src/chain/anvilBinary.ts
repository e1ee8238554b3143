import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** What the packages call the processors; contracts/script/forge.ts finds forge in the same way. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The anvil executable inside its platform package. Calling it directly saves the half second of `npx` and keeps the
 * process tree at one level, so that a signal reaches the node itself.
 * @throws when npm did not install a build for this platform
 */
export function anvilBinary(
  platform: string = process.platform,
  architecture: string = process.arch,
): string {
  const packageName = `@foundry-rs/anvil-${platform}-${ARCHITECTURES[architecture] ?? architecture}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
    return join(dirname(manifest), 'bin', platform === 'win32' ? 'anvil.exe' : 'anvil')
  } catch {
    throw new Error(`The embedded chain has no build for this machine: ${packageName} is not installed`)
  }
}
