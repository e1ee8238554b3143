/** The committed OpenAPI documents keep the rules of Redocly's recommended set that generated clients depend on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { finishDocument, operationIdOf } from '../../src/platform/http/openApiDocument.ts'

type Operation = { operationId: string; summary: string; security: object[]; responses: object }
type OpenApiDocument = {
  info: { license?: object }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object; responses: object; securitySchemes: object }
}

const FOLDER = join(import.meta.dirname, '../../../docs/openapi')

describe.each(['main', 'btc'])('docs/openapi/%s.json', (name) => {
  const text = readFileSync(join(FOLDER, `${name}.json`), 'utf8')
  const document = JSON.parse(text) as OpenApiDocument
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const references = [...text.matchAll(/"\$ref": "#([^"]+)"/g)].map(([, pointer = '']) => pointer)

  it('names a license and a server', () => {
    expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
    expect(document.servers).toEqual([{ url: '/' }])
  })

  it('gives each operation a summary, an id of its own, and declared security', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^(get|post)[A-Za-z0-9]+$/.test(id))).toEqual([])
    for (const { summary, security } of operations) {
      expect(summary).not.toBe('')
      for (const scheme of security.flatMap((choice) => Object.keys(choice)))
        expect(document.components.securitySchemes).toHaveProperty(scheme)
    }
    expect(document.paths['/health/ready']!.get!.security).toEqual([])
  })

  it('gives each operation an answer of success and one of refusal', () => {
    const without = (digit: string) =>
      operations
        .filter(({ responses }) => !Object.keys(responses).some((status) => status.startsWith(digit)))
        .map(({ operationId }) => operationId)
    expect([without('2'), without('4')]).toEqual([[], []])
  })

  it('has no reference without a component, and no component without a reference', () => {
    const { schemas, responses } = document.components
    const components = [
      ...Object.keys(schemas).map((key) => `/components/schemas/${key}`),
      ...Object.keys(responses).map((key) => `/components/responses/${key}`),
    ]
    expect([...new Set(references)].sort()).toEqual(components.sort())
  })
})

describe('the last step of a document', () => {
  const Item = { type: 'object', properties: { at: { type: 'integer', description: 'unix seconds' } } }
  const names = { schemas: { Item, Unused: { type: 'null' } }, responses: { '400 Not valid': 'BadRequest' } }
  const answer = (schema: object) => ({ description: 'Success', content: { 'application/json': { schema } } })
  const document = {
    paths: {
      '/api/items/{id}': {
        get: {
          responses: {
            200: answer({ type: 'array', items: { ...Item, description: 'one' }, description: 'Success' }),
            400: { description: 'Not valid' },
          },
        },
      },
    },
  }

  it('refers to the named schemas and refusals, and keeps the words of each place', () => {
    expect(finishDocument(document, names)).toEqual({
      paths: {
        '/api/items/{id}': {
          get: {
            operationId: 'getItemsId',
            security: [],
            responses: {
              200: answer({
                type: 'array',
                items: { $ref: '#/components/schemas/Item', description: 'one' },
              }),
              400: { $ref: '#/components/responses/BadRequest' },
            },
          },
        },
      },
      components: { schemas: { Item }, responses: { BadRequest: { description: 'Not valid' } } },
    })
  })

  it.each([
    ['get', '/api/getRank', 'getRank'],
    ['post', '/api/getNft', 'postGetNft'],
    ['get', '/api/activity.csv', 'getActivityCsv'],
    ['get', '/api/epochs/{epoch}/parts/{part}', 'getEpochsEpochPartsPart'],
  ])('names %s %s as %s', (method, path, id) => {
    expect(operationIdOf(method, path)).toBe(id)
  })
})
