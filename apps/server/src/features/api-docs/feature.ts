import { defineFeature } from '../../feature.ts'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { exampleCall } from '@callboard/contract/calls'
import fastifyStatic from '@fastify/static'
import { buildOpenApi } from '../../http/openapi.ts'
import type { Routing } from '../../http/route.ts'
import { buildDocsPage, pageStyles, startScript, themeScript } from './docs-page.ts'

export const apiDocsFeature = defineFeature({ name: 'api-docs', routes })

const require = createRequire(import.meta.url)

/** `/api/openapi.json` and `/api/docs` are public: they describe the API and hold no data. */
async function routes({ app, routes: described }: Routing): Promise<void> {
  let document: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(buildOpenApi(described))
    return await reply.type('application/json; charset=utf-8').send(document)
  })
  await app.register(fastifyStatic, {
    root: dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    cacheControl: false,
    allowedPath: (path) => /^\/(swagger-ui\.css|swagger-ui-bundle\.js)$/.test(path),
  })
  const parts = {
    '/api/docs/theme.js': ['text/javascript', themeScript],
    '/api/docs/start.js': ['text/javascript', startScript],
    '/api/docs/page.css': ['text/css', pageStyles],
  } as const
  for (const [path, [type, text]] of Object.entries(parts)) {
    app.get(path, async (_request, reply) => await reply.type(`${type}; charset=utf-8`).send(text))
  }
  const page = buildDocsPage(exampleCall)
  app.get('/api/docs', async (_request, reply) => {
    // Swagger UI writes its styles into the page.
    const policy =
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
    return await reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
  })
}
