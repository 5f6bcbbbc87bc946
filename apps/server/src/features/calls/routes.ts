import * as annotating from '@callboard/contract/annotations'
import * as endpoints from '@callboard/contract/calls'
import { findFileFormat } from '@callboard/contract/export-types'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { routeReading } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import type { Ingest } from '../ingest/ingest.ts'
import * as rules from './annotations.ts'
import { getCall, listCalls, prepareCallsFile } from './calls.ts'

const access = 'reporting.call.details'

export function routes(
  routing: Routing,
  { calls, snapshots, ingest }: StoredCalls & { ingest: Ingest },
): void {
  const { db } = routing
  const parts = { calls, snapshots, ingest }

  route(routing, endpoints.callDetails, {
    access,
    alsoForKeys: true,
    handler: async ({ body, caller, accept, signal }) => {
      const format = findFileFormat(accept)
      if (format === undefined) return await listCalls({ db, calls, snapshots, caller, signal }, body)
      const file = await prepareCallsFile({ db, caller }, body, format)
      return new FileAnswer(await file.open({ calls, snapshots, signal }))
    },
  })

  routeReading(routing, endpoints.getCall, {
    access,
    alsoForKeys: true,
    parts,
    rule: async (reading, { id }) => await getCall(reading, id),
  })

  const editing = { access: 'call.edit', writesCalls: true, parts } as const
  routeReading(routing, annotating.getAnnotation, { access, parts, rule: rules.getAnnotation })
  routeReading(routing, annotating.updateAnnotation, { ...editing, rule: rules.updateAnnotation })
  routeReading(routing, annotating.updateAnnotations, { ...editing, rule: rules.updateAnnotations })
  routeReading(routing, annotating.listAnnotations, { access, parts, rule: rules.listAnnotations })
  routeReading(routing, annotating.undoAnnotations, { ...editing, rule: rules.undoAnnotations })
  routeReading(routing, annotating.listAnnotationValues, {
    access: { anyOf: [access, 'call.edit'] },
    parts,
    rule: rules.listAnnotationValues,
  })
}
