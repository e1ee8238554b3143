/** OpenAPI 3.1 from the validating schemas, at /docs/json, and a page that shows it at /docs. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { finishDocument, type ComponentNames } from './openApiDocument.ts'

/** The page needs its own scripts and styles, data: icons, and this server. Nothing else, and nothing inline. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export async function installOpenApi(
  app: FastifyInstance,
  title: string,
  description: string,
  names: ComponentNames,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, description, version: '1.0.0-rc.1', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The token alone, or after “Bearer ”.',
          },
        },
      },
    },
    transformObject: (document) =>
      'openapiObject' in document ? finishDocument(document.openapiObject, names) : document.swaggerObject,
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_POLICY,
    uiConfig: { supportedSubmitMethods: [], docExpansion: 'list', deepLinking: false },
  })
}
