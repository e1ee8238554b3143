/** Test files of descriptors: they follow the registry's schema, and their bytes say what they expect. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parseTransaction } from 'viem'
import { describe, expect, it } from 'vitest'
import { namesOf } from '../src/clearSigning/names.ts'
import { renderCall } from '../src/clearSigning/render.ts'
import { testFilesOf } from '../src/clearSigning/testFiles.ts'
import { CLEAR_SIGNING_TEXTS } from '../src/clearSigning/texts.ts'
import { english, OTHER, SUBJECT } from './clearSigning/scene.ts'

const SCHEMA = join(import.meta.dirname, 'fixtures/erc7730/erc7730-tests-v2.schema.json')
const validate = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object)
const files = testFilesOf(SUBJECT, CLEAR_SIGNING_TEXTS.en_US)

describe.each(Object.entries(files))('%s', (name, file) => {
  it('follows the registry’s schema, and names its descriptor', () => {
    validate(file)
    expect(validate.errors ?? []).toEqual([])
    expect(file.descriptor).toBe(`../${name.replace('.tests.json', '.json')}`)
    const descriptions = file.tests.map(({ description }) => description)
    expect(new Set(descriptions).size).toBe(descriptions.length)
  })

  it('expects what its bytes say', () => {
    const names = namesOf(SUBJECT, OTHER, '')
    for (const { rawTx, expected } of file.tests) {
      const { chainId, to, data = '0x', value = 0n } = parseTransaction(rawTx)
      const call = { chainId: chainId!, from: OTHER, to: to!, data, value }
      const said = renderCall(Object.values(english), call, { ...names, name: () => null, own: () => false })
      expect(said?.intent).toBe(expected.intent)
      expect(said?.sentence.toLowerCase()).toBe(expected.interpolatedIntent.toLowerCase())
      expect(said?.fields.map(({ label }) => label)).toEqual(expected.fields.map(({ label }) => label))
    }
  })
})

it('cover the pools, with words that a person can check by hand', () => {
  const stake = files['calldata-StakingPools.tests.json']!.tests.find(({ description }) =>
    description.endsWith('.stake'),
  )
  expect(stake?.expected.interpolatedIntent).toBe('Stake 5 GALX in the pool GALX')
  expect(Object.keys(files).length).toBeGreaterThan(8)
})
