/** The types of the API client, from the OpenAPI documents of both servers. `npm run client -w @galx/protocol` writes them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'

type Schema = {
  $ref?: string
  type?: string
  description?: string
  enum?: (string | number)[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
}
type Parameter = {
  name: string
  in: 'path' | 'query'
  required?: boolean
  schema: Schema
  description?: string
}
type Content = Record<string, { schema: Schema }>
type Operation = {
  operationId: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}
type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const ROOT = join(import.meta.dirname, '../../..')
export const CLIENT_FILE = join(import.meta.dirname, '../src/client/operations.ts')

/**
 * @returns the text of CLIENT_FILE
 * @throws Error if the two documents give one name to two schemas
 */
export async function clientText(): Promise<string> {
  const schemas = new Map<string, string>()
  const operations = new Map<string, { type: string; route: string }>()
  for (const server of ['main', 'btc']) {
    const file = join(ROOT, `docs/openapi/${server}.json`)
    const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const text = `${comment(schema.description)}export type ${name} = ${typeOf(schema)}`
      if ((schemas.get(name) ?? text) !== text) throw new Error(`two schemas are named ${name}`)
      schemas.set(name, text)
    }
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods))
        // The health checks of both servers have one form.
        if (!operations.has(operation.operationId))
          operations.set(operation.operationId, {
            type: `${comment(operation.summary)}${operation.operationId}: ${operationType(operation)}`,
            route: `${operation.operationId}: ['${server}', '${method.toUpperCase()}', '${path}'],`,
          })
  }
  const types = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  const all = [...operations.values()]
  const text = `/** The calls of both servers. Generated from docs/openapi by packages/protocol/script/clientText.ts. Do not edit. */

${types.join('\n\n')}

/** A call that takes nothing. */
export type Nothing = Record<never, never>

/** Each call by its operationId: what it takes, and the data of a success. */
export type Operations = {
${all.map(({ type }) => type).join('\n')}
}

/** The server, method and path of each call. */
export const ROUTES = {
${all.map(({ route }) => route).join('\n')}
} as const
`
  const options = await resolveConfig(CLIENT_FILE)
  return format(text, { ...options, filepath: CLIENT_FILE })
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const within = (place: Parameter['in']) => {
    const found = parameters.filter((parameter) => parameter.in === place)
    const isOptional = found.every(({ required }) => !required)
    const fields = found.map(({ name, required, schema, description = schema.description }) =>
      field(name, required === true, { ...schema, ...(description && { description }) }),
    )
    const key = place === 'path' ? 'path' : 'query'
    return found.length === 0 ? '' : `${key}${isOptional ? '?' : ''}: {${fields.join('\n')}}\n`
  }
  const body = requestBody?.content['application/json']?.schema
  const isEmpty = body?.$ref === undefined && Object.keys(body?.properties ?? {}).length === 0
  const request = `${within('path')}${within('query')}${isEmpty ? '' : `body: ${typeOf(body!)}`}`
  return `{ request: ${request === '' ? 'Nothing' : `{${request}}`}; answer: ${answerOf(responses['200']!.content)} }`
}

/** The type of `data` in the envelope of a success, or of the file. */
function answerOf(content: Content): string {
  const schema = content['application/json']?.schema
  if (schema === undefined) return 'string'
  const success = schema.anyOf?.find(({ properties }) => properties?.code?.enum?.includes(200)) ?? schema
  return typeOf(success.properties!.data!)
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, enum: values, type, items, properties, required = [] } = schema
  if ($ref !== undefined) return $ref.replace('#/components/schemas/', '')
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ')
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (type === 'array') return `(${typeOf(items!)})[]`
  if (type === 'integer') return 'number'
  if (type !== 'object') return type ?? 'unknown'
  const fields = Object.entries(properties ?? {})
  if (fields.length === 0) return 'Record<string, never>'
  return `{${fields.map(([name, value]) => field(name, required.includes(name), value)).join('\n')}}`
}

function field(name: string, isRequired: boolean, schema: Schema): string {
  return `${comment(schema.description)}${name}${isRequired ? '' : '?'}: ${typeOf(schema)}`
}

function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`
}
