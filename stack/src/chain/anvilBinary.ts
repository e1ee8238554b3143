import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The anvil executable inside its platform package. Calling it directly saves the half second of `npx` and keeps the
 * process tree at one level, so that a signal reaches the node itself.
 * @throws when npm did not install a build for this platform
 */
export function anvilBinary(platform = process.platform, architecture = process.arch): string {
  const system = platform === 'win32' ? 'win32' : platform
  const processor = architecture === 'arm64' ? 'arm64' : 'amd64'
  const packageName = `@foundry-rs/anvil-${system}-${processor}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
    return join(dirname(manifest), 'bin', platform === 'win32' ? 'anvil.exe' : 'anvil')
  } catch {
    throw new Error(`The embedded chain has no build for this machine: ${packageName} is not installed`)
  }
}
