import type { FastifyInstance } from 'fastify'
import { features } from './features.ts'
import { limitApiKeys } from './http/api-key-rate.ts'
import type { Routing } from './http/route.ts'
import { acceptPassedOn, createPassOn, refuseAllButPassedOn } from './http/pass-on.ts'
import { answerOtherMethods, createServer, type HttpOptions } from './http/server.ts'
import { serveWebApp } from './http/web-app.ts'
import type { Runtime } from './runtime.ts'

/** The whole HTTP application, without listening. `webFolder` is that of the built web app. */
export async function buildApp(
  runtime: Runtime,
  webFolder: string,
  options: HttpOptions = {},
): Promise<FastifyInstance> {
  const app = createServer(runtime.log, { ...options, publicUrl: runtime.publicUrl })
  const { apiKeyRequestsPerMinute } = options
  if (apiKeyRequestsPerMinute !== undefined)
    await limitApiKeys(app, { db: runtime.db, perMinute: apiKeyRequestsPerMinute })
  const { writers } = runtime.ingest
  acceptPassedOn(app, writers)
  if (runtime.config.process === 'worker') refuseAllButPassedOn(app)
  const passOn = createPassOn({ writers, publicUrl: runtime.publicUrl, tls: options.tls })
  const routing: Routing = { app, db: runtime.db, routes: [], readers: new Map(), passOn }
  for (const feature of features) await feature.routes?.(routing, runtime)
  answerOtherMethods(
    app,
    routing.routes.map(({ endpoint }) => endpoint),
  )
  if (runtime.config.process !== 'worker') await serveWebApp(app, webFolder)
  return app
}
