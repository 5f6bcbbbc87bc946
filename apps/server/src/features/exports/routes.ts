import * as endpoints from '@callboard/contract/exports'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'
import { route, type Routing } from '../../http/route.ts'
import { type Job, nightly, yesterday } from '../../jobs/queue.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import type { ExportRunner } from './export-runner.ts'
import {
  createExport,
  deleteExport,
  getExport,
  getExportFile,
  listExports,
  repeatExport,
  stopExport,
} from './exports.ts'
import { deleteExportsBefore } from './store.ts'

/** What is exported takes the rights to it. */
const access = { anyOf: ['dashboard.view', 'reporting.view', 'reporting.call.details'] } as const

export function routes(
  routing: Routing,
  { exportRunner: runner, exportFiles: files }: { exportRunner: ExportRunner; exportFiles: FileStore },
): void {
  const { db } = routing
  const parts = { db, runner, files }

  route(routing, endpoints.createExport, {
    access,
    handler: async ({ caller, body }) => await createExport(parts, caller, body),
  })

  route(routing, endpoints.repeatExport, {
    access,
    handler: async ({ caller, params }) => await repeatExport(parts, caller, params.id),
  })

  route(routing, endpoints.listExports, {
    access,
    hiddenFromViewers: true,
    handler: async ({ caller }) => await listExports(db, caller),
  })

  route(routing, endpoints.getExport, {
    access,
    hiddenFromViewers: true,
    handler: async ({ caller, params }) => await getExport(db, caller, params.id),
  })

  route(routing, endpoints.getExportFile, {
    access,
    hiddenFromViewers: true,
    handler: async ({ caller, params }) => await getExportFile(parts, caller, params.id),
  })

  route(routing, endpoints.stopExport, {
    access,
    handler: async ({ caller, params }) => await stopExport(parts, caller, params.id),
  })

  route(routing, endpoints.deleteExport, {
    access,
    handler: async ({ caller, params }) => await deleteExport(parts, caller, params.id),
  })
}

export function jobs({ db }: { db: Kysely<Database> }): Job[] {
  return [
    {
      name: 'delete-old-exports',
      cron: nightly,
      work: async () => await deleteExportsBefore(db, yesterday()),
    },
  ]
}
