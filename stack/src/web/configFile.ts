/** Writes the app's /config.json. */
import { writeFile } from 'node:fs/promises'
import { parseWebConfig, type WebConfig } from '@galx/protocol/webConfig'

/**
 * Writes the file after parsing it like the app.
 * @throws with every problem that the app would report
 */
export async function writeWebConfig(path: string, config: WebConfig): Promise<void> {
  const checked = parseWebConfig(JSON.parse(JSON.stringify(config)))
  if (!checked.ok) throw new Error(`/config.json would be invalid: ${checked.problems.join('; ')}`)
  await writeFile(path, `${JSON.stringify(config, null, 2)}\n`)
}
