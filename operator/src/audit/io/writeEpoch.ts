/** Writes an epoch's files in the published layout: `FOLDER/<epoch>/header.txt` and `FOLDER/<epoch>/parts/<xx>.txt`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClosedEpoch } from '../world.ts'

export function writeEpoch(folder: string, { epoch, header, parts }: ClosedEpoch): void {
  const place = join(folder, epoch.toString())
  mkdirSync(join(place, 'parts'), { recursive: true })
  for (const { byte, text } of parts) writeFileSync(join(place, 'parts', `${byte}.txt`), text)
  writeFileSync(join(place, 'header.txt'), header)
}
