/** Writes the app's /config.json. */
import { writeFile } from 'node:fs/promises'
import { parseWebConfig, type WebConfig } from '@galx/protocol/webConfig'

/**
 * Writes the file after reading it as the app will.
 * @throws with every problem the app would have with it
 */
export async function writeWebConfig(path: string, config: WebConfig): Promise<void> {
  const checked = parseWebConfig(JSON.parse(JSON.stringify(config)))
  if (!checked.ok) throw new Error(`/config.json would be invalid: ${checked.problems.join('; ')}`)
  await writeFile(path, `${JSON.stringify(config, null, 2)}\n`)
}
