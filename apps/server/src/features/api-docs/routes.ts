import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import { buildOpenApi } from '../../http/openapi.ts'
import type { Routing } from '../../http/route.ts'

const require = createRequire(import.meta.url)

/** `/api/openapi.json` and `/api/docs` are public: they describe the API and hold no data. */
export async function routes({ app, routes: described }: Routing): Promise<void> {
  let document: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(buildOpenApi(described))
    return await reply.type('application/json; charset=utf-8').send(document)
  })
  await app.register(fastifyStatic, {
    root: dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    allowedPath: (path) => /^\/(swagger-ui\.css|swagger-ui-bundle\.js)$/.test(path),
  })
  app.get('/api/docs', async (_request, reply) => {
    // Swagger UI writes its styles into the page.
    const policy =
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
    return await reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
  })
  app.get(
    '/api/docs/start.js',
    async (_request, reply) => await reply.type('text/javascript; charset=utf-8').send(start),
  )
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Callboard API</title>
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <div id="api"></div>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, docExpansion: 'none' })
`
