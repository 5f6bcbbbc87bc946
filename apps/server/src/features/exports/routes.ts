import * as endpoints from '@callboard/contract/exports'
import type { Db } from '../../db/tables/schema.ts'
import { routeTo, routeWith } from '../../http/crud.ts'
import type { Routing } from '../../http/route.ts'
import { type Job, nightly, yesterday } from '../../jobs/queue.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import type { ExportRunner } from './export-runner.ts'
import * as rules from './exports.ts'
import { deleteExportsBefore } from './store.ts'

/** What is exported takes the rights to it. */
const access = { anyOf: ['dashboard.view', 'reporting.view', 'reporting.call.details'] } as const

export function routes(
  routing: Routing,
  { exportRunner: runner, exportFiles: files }: { exportRunner: ExportRunner; exportFiles: FileStore },
): void {
  const { db } = routing
  const parts = { db, runner, files }

  routeWith(routing, endpoints.createExport, { access, parts, rule: rules.createExport })
  routeWith(routing, endpoints.repeatExport, { access, parts, rule: rules.repeatExport })
  routeTo(routing, endpoints.listExports, { access, hiddenFromViewers: true, rule: rules.listExports })
  routeTo(routing, endpoints.getExport, { access, hiddenFromViewers: true, rule: rules.getExport })
  routeWith(routing, endpoints.getExportFile, {
    access,
    hiddenFromViewers: true,
    parts,
    rule: rules.getExportFile,
  })
  routeWith(routing, endpoints.stopExport, { access, parts, rule: rules.stopExport })
  routeWith(routing, endpoints.deleteExport, { access, parts, rule: rules.deleteExport })
}

export function jobs({ db }: { db: Db }): Job[] {
  return [
    {
      name: 'delete-old-exports',
      cron: nightly,
      work: async () => await deleteExportsBefore(db, yesterday()),
    },
  ]
}
