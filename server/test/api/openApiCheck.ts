/** Holds every answer that a test sees against the listener's own OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Operation = { responses: Record<string, { content?: Record<string, { schema: object }> }> }
export type OpenApiDocument = { openapi: string; paths: Record<string, Record<string, Operation>> }

export type AnswerCheck = (
  method: string,
  path: string,
  status: number,
  contentType: string,
  body: unknown,
) => void

/** @throws from the check, with what is wrong, for an answer the document does not describe */
export function createAnswerCheck(document: OpenApiDocument): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const compiled = new Map<object, ValidateFunction>()
  const patterns = Object.entries(document.paths).map(([template, operations]) => ({
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }))
  return (method, path, status, contentType, body) => {
    const operation = patterns.find(({ pattern }) => pattern.test(path))?.operations[method.toLowerCase()]
    const where = `${method} ${path} → ${status}`
    if (operation === undefined) {
      if ([403, 404, 429].includes(status)) return // no such call, counted all the same, or refused before anybody looked
      throw new Error(`${where}: the document has no such call`)
    }
    const response = operation.responses[status]
    if (response === undefined) throw new Error(`${where}: the document has no such answer`)
    const schema = response.content?.[contentType.split(';')[0]!]?.schema
    if (schema === undefined) throw new Error(`${where}: the document has no ${contentType} there`)
    let validate = compiled.get(schema)
    if (validate === undefined) compiled.set(schema, (validate = ajv.compile(schema)))
    if (!validate(body))
      throw new Error(`${where}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`)
  }
}
