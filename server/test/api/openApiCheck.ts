/** Checks every answer that a test sees against the listener's own OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Answer = { content?: Record<string, { schema: object }> }
type Operation = { responses: Record<string, Answer | { $ref: string }> }
type OpenApiDocument = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Answer> }
}

export type AnswerCheck = (
  method: string,
  path: string,
  status: number,
  contentType: string,
  body: unknown,
) => void

/** The checks by document. Many listeners of a run have the same document, and its schemas are compiled once. */
const checks = new Map<string, AnswerCheck>()

/**
 * @param document the listener's document as JSON
 * @throws from the check, with the fault, for an answer that the document does not describe
 */
export function answerCheckOf(document: string): AnswerCheck {
  let check = checks.get(document)
  if (check === undefined)
    checks.set(document, (check = createAnswerCheck(JSON.parse(document) as OpenApiDocument)))
  return check
}

/** The name under which the validator knows the whole document. */
const DOCUMENT = 'document'

/** A schema taken out of the document, whose references lead into the document. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' ? DOCUMENT + String(value) : value,
  ) as object
}

function createAnswerCheck(document: OpenApiDocument): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(document, DOCUMENT)
  const compiled = new Map<object, ValidateFunction>()
  const patterns = Object.entries(document.paths).map(([template, operations]) => ({
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }))
  return (method, path, status, contentType, body) => {
    const operation = patterns.find(({ pattern }) => pattern.test(path))?.operations[method.toLowerCase()]
    const where = `${method} ${path} → ${status}`
    if (operation === undefined) {
      if ([403, 404, 405, 429].includes(status)) return // no such call or method, counted anyway, or refused before the route was matched
      throw new Error(`${where}: the document has no such call`)
    }
    const given = operation.responses[status]
    const response =
      given !== undefined && '$ref' in given
        ? document.components.responses[given.$ref.replace('#/components/responses/', '')]
        : given
    if (response === undefined) throw new Error(`${where}: the document has no such answer`)
    const schema = response.content?.[contentType.split(';')[0]!]?.schema
    if (schema === undefined) throw new Error(`${where}: the document has no ${contentType} for this answer`)
    let validate = compiled.get(schema)
    if (validate === undefined) compiled.set(schema, (validate = ajv.compile(absolute(schema))))
    if (!validate(body))
      throw new Error(`${where}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`)
  }
}
