import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { OidcProvider } from './config.ts'
import type { CallStore } from './db/call-store.ts'
import type { Postgres } from './db/postgres.ts'
import { apiDocRoutes } from './features/api-docs/routes.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { callRoutes } from './features/calls/routes.ts'
import type { ChainAnchor } from './features/change-tracking/chain-anchor.ts'
import { changeTrackingRoutes } from './features/change-tracking/routes.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { entityGroupRoutes } from './features/entity-groups/routes.ts'
import { entityImportRoutes } from './features/entity-import/routes.ts'
import { entityRecordRoutes } from './features/entity-records/routes.ts'
import { linkMailer } from './features/email-templates/email-templates.ts'
import { emailTemplateRoutes } from './features/email-templates/routes.ts'
import type { TemplateRenderer } from './features/email-templates/template-renderer.ts'
import type { LiveCalls } from './features/events/live-calls.ts'
import { eventRoutes } from './features/events/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import type { Ingest } from './features/ingest/ingest.ts'
import { ingestRoutes } from './features/ingest/routes.ts'
import type { Mailer } from './features/mail/mail.ts'
import { mediaRoutes } from './features/media/routes.ts'
import { menuRoutes } from './features/menus/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { reportGroupRoutes } from './features/report-groups/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { roleRoutes } from './features/roles/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { settingRoutes } from './features/settings/routes.ts'
import { Providers } from './features/single-sign-on/providers.ts'
import { singleSignOnRoutes } from './features/single-sign-on/routes.ts'
import { twoFactorRoutes } from './features/two-factor/routes.ts'
import { ownAccountRoutes } from './features/users/own-routes.ts'
import { userLinkRoutes } from './features/users/link-routes.ts'
import { manageUserRoutes } from './features/users/manage-routes.ts'
import { userRoutes } from './features/users/routes.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Routing } from './http/route.ts'
import { createServer, refuseOtherMethods } from './http/server.ts'
import { serveWebApp } from './http/web-app.ts'

export interface AppParts {
  postgres: Postgres
  calls: CallStore
  ingest: Ingest
  live: LiveCalls
  queue: JobQueue
  chainAnchor: ChainAnchor
  mailer: Mailer
  renderer: TemplateRenderer
  log: FastifyBaseLogger
  oidcProviders: readonly OidcProvider[]
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: string
  /** Folder of the built web app. */
  webFolder: string
}

/** The whole HTTP application, without listening. */
export async function buildApp({
  postgres,
  calls,
  ingest,
  live,
  queue,
  chainAnchor,
  mailer,
  renderer,
  log,
  oidcProviders,
  publicUrl,
  webFolder,
}: AppParts): Promise<FastifyInstance> {
  const app = createServer(log)
  const routing: Routing = { app, db: postgres.db, routes: [] }
  healthRoutes(routing, { postgres, calls })
  const providers = new Providers(oidcProviders, publicUrl)
  authRoutes(routing, { queue, signOutUrlOf: async (ended) => await providers.signOutUrl(ended) })
  singleSignOnRoutes(routing, { providers, publicUrl })
  twoFactorRoutes(routing)
  userRoutes(routing)
  manageUserRoutes(routing, {
    mailer: linkMailer({ db: postgres.db, mailer, renderer, publicUrl }),
    publicUrl,
  })
  userLinkRoutes(routing)
  await ownAccountRoutes(routing)
  roleRoutes(routing)
  changeTrackingRoutes(routing, chainAnchor)
  overviewRoutes(routing)
  customerRoutes(routing)
  entityRecordRoutes(routing)
  await entityImportRoutes(routing)
  entityGroupRoutes(routing)
  await mediaRoutes(routing)
  settingRoutes(routing, mailer)
  menuRoutes(routing)
  emailTemplateRoutes(routing, { mailer, renderer, publicUrl })
  apiKeyRoutes(routing)
  await ingestRoutes(routing, ingest)
  callRoutes(routing, calls)
  reportRoutes(routing, calls)
  searchRoutes(routing, calls)
  reportGroupRoutes(routing)
  eventRoutes(routing, live)
  await apiDocRoutes(app, routing.routes)
  refuseOtherMethods(
    app,
    routing.routes.map(({ endpoint }) => endpoint),
  )
  await serveWebApp(app, webFolder)
  return app
}
