/**
 * The last step of the OpenAPI document. It gives each operation an id and declared security. It replaces the known schemas and the common refusals
 * by references to named components, so that generated clients have types with names and the document is short.
 */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }
type Operation = JsonObject & { responses: { [status: string]: JsonObject } }

/** The part of a document that this step changes. */
export type Document = { paths?: object | undefined; components?: object | undefined }

export type ComponentNames = {
  /** schemas by name */
  schemas: Record<string, object>
  /** the common refusals: the name of each status with its description, as `400 The request is not valid` */
  responses: Record<string, string>
}

/** The schemas of these types have few words. They are named only if every word is equal. */
const SCALARS = ['string', 'integer', 'number', 'boolean']

/**
 * @param document the framework's document; stays as it is
 * @returns the document with ids, security and components. A name that the document does not use is no component.
 */
export function finishDocument<Given extends Document>(document: Given, names: ComponentNames): Given {
  const schemas = new SchemaComponents(names.schemas)
  const responses: JsonObject = {}
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations as Record<string, Operation>).map(([method, operation]) => [
          method,
          finishOperation(method, path, operation),
        ]),
      ),
    ]),
  )

  function finishOperation(method: string, path: string, operation: Operation): Json {
    const { responses: answers, summary, security, ...rest } = operation
    return {
      operationId: operationIdOf(method, path),
      ...(summary === undefined ? {} : { summary }),
      security: security ?? [],
      ...(schemas.replaced(rest) as JsonObject),
      responses: Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, finishAnswer(status, answer)]),
      ),
    }
  }

  function finishAnswer(status: string, answer: JsonObject): Json {
    const finished = schemas.replaced(withoutEchoes(answer))
    const name = names.responses[`${status} ${String(answer.description)}`]
    if (name === undefined) return finished
    responses[name] = finished
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    ...document,
    paths,
    components: { ...document.components, schemas: schemas.used(), responses: sorted(responses) },
  }
}

/**
 * The method and the words of the path, as one word: `GET /api/epochs/{epoch}/header` is `getEpochsEpochHeader`. A path that begins with its method
 * does not repeat it: `GET /api/getRank` is `getRank`.
 */
export function operationIdOf(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '' && word !== 'api')
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
  const verb = method.toLowerCase()
  return name.toLowerCase().startsWith(verb) ? verb + name.slice(verb.length) : verb + name
}

/** The framework repeats an answer's description in its schema. */
function withoutEchoes(answer: JsonObject): JsonObject {
  if (answer.content === undefined) return answer
  const content = Object.entries(answer.content as Record<string, { schema: JsonObject }>)
  return {
    ...answer,
    content: Object.fromEntries(
      content.map(([type, { schema, ...rest }]) => {
        const { description, ...others } = schema
        return [type, { ...rest, schema: description === answer.description ? others : schema }]
      }),
    ),
  }
}

class SchemaComponents {
  private readonly names = new Map<string, string>()
  private readonly components = new Map<string, Json>()

  constructor(private readonly schemas: Record<string, object>) {
    for (const [name, schema] of Object.entries(schemas))
      for (const form of formsOf(plain(schema) as JsonObject))
        if (!this.names.has(form)) this.names.set(form, name)
  }

  /** The components that a replaced schema refers to, by name. */
  used(): JsonObject {
    return sorted(Object.fromEntries(this.components))
  }

  replaced(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.replaced(item))
    if (value === null || typeof value !== 'object') return value
    for (const form of formsOf(value)) {
      const name = this.names.get(form)
      if (name === undefined) continue
      const component = plain(this.schemas[name]!) as JsonObject
      if (!this.components.has(name)) {
        this.components.set(name, null) // keeps the place, so that no schema is entered twice
        this.components.set(name, this.inside(component))
      }
      const $ref = `#/components/schemas/${name}`
      return value.description === component.description || value.description === undefined
        ? { $ref }
        : { $ref, description: value.description }
    }
    return this.inside(value)
  }

  private inside(value: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.replaced(item)]))
  }
}

/** The texts by which a schema is found: with its description and, unless a scalar, without. */
function formsOf(schema: JsonObject): string[] {
  const { description: _, ...rest } = schema
  const whole = JSON.stringify(sortedDeep(schema))
  return SCALARS.includes(String(schema.type)) && schema.enum === undefined
    ? [whole]
    : [whole, JSON.stringify(sortedDeep(rest))]
}

/** The schema as the framework writes it: without symbols, and with `enum` for a constant. */
function plain(schema: object): Json {
  return JSON.parse(JSON.stringify(schema), (_key, value: Json) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value) || !('const' in value))
      return value
    const { const: only, ...rest } = value
    return { ...rest, enum: [only!] }
  }) as Json
}

function sorted(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function sortedDeep(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedDeep)
  if (value === null || typeof value !== 'object') return value
  return sorted(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sortedDeep(item)])))
}
