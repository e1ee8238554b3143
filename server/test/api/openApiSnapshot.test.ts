/** docs/openapi contains both servers' documents. `npm run openapi -w server` writes them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from './world.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/openapi')

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

it.each([
  ['api', 'main.json'],
  ['btc-api', 'btc.json'],
] as const)('the document of %s is docs/openapi/%s', async (name, file) => {
  const path = join(FOLDER, file)
  const { url } = await world.start(name)
  const document: unknown = await (await fetch(`${url}/docs/json`)).json()
  const options = await resolveConfig(path)
  const text = await format(JSON.stringify(document), { ...options, filepath: path })
  if (process.env.UPDATE_OPENAPI === '1') writeFileSync(path, text)
  expect(readFileSync(path, 'utf8')).toBe(text)
})
