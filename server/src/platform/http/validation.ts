/**
 * Checks requests against their schemas. Nothing is coerced, dropped or filled in silently: an unknown field, a number for a
 * string, or a query parameter given twice is refused with the field's name. Values in a URL arrive as text, so plain
 * decimal integers are parsed if the schema expects an integer ("1e1", "0x10" and " 5" are not plain).
 */
import { Ajv, type ErrorObject } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { RefusalError } from './refusal.ts'

const PLAIN_INTEGER = /^(?:0|[1-9][0-9]{0,8})$/

type ObjectSchema = { properties?: Record<string, { type?: string; default?: unknown }> }

export function createValidatorCompiler(): FastifySchemaCompiler<TSchema> {
  const ajv = new Ajv({ allErrors: false, strict: false, useDefaults: false, coerceTypes: false })
  return ({ schema, httpPart }) => {
    const validate = ajv.compile(schema)
    const { properties = {} } = schema as ObjectSchema
    return (given: unknown) => {
      const inAddress = httpPart === 'querystring' || httpPart === 'params'
      const value = inAddress ? readText(given, properties) : (given ?? {})
      if (validate(value)) return { value }
      return { error: refusalOf(validate.errors?.[0], httpPart ?? 'request') }
    }
  }
}

function readText(given: unknown, properties: NonNullable<ObjectSchema['properties']>): unknown {
  const value: Record<string, unknown> = { ...(given as object) }
  for (const [name, property] of Object.entries(properties)) {
    const text = value[name]
    if (text === undefined && property.default !== undefined) value[name] = property.default
    else if (property.type === 'integer' && typeof text === 'string' && PLAIN_INTEGER.test(text))
      value[name] = Number.parseInt(text, 10)
  }
  return value
}

function refusalOf(error: ErrorObject | undefined, httpPart: string): RefusalError {
  const path = (error?.instancePath ?? '').slice(1).replaceAll('/', '.')
  const within = (name: string) => (path === '' ? name : `${path}.${name}`)
  if (error?.keyword === 'additionalProperties')
    return new RefusalError('unknownField', within(printable(String(error.params.additionalProperty))))
  if (error?.keyword === 'required')
    return new RefusalError('missingField', within(String(error.params.missingProperty)))
  return new RefusalError('invalidField', path === '' ? httpPart : path)
}

/** A field's name from the caller, made short and plain, because a message contains it. */
function printable(name: string) {
  return name.replaceAll(/[^\w.$-]/g, '?').slice(0, 40)
}
