import * as annotationEndpoints from '@callboard/contract/annotations'
import * as endpoints from '@callboard/contract/calls'
import { findFileFormat } from '@callboard/contract/export-types'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { routeReading } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import type { Ingest } from '../ingest/ingest.ts'
import * as annotations from './annotations.ts'
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
  routeReading(routing, annotationEndpoints.getAnnotation, { access, parts, rule: annotations.getAnnotation })
  routeReading(routing, annotationEndpoints.updateAnnotation, {
    ...editing,
    rule: annotations.updateAnnotation,
  })
  routeReading(routing, annotationEndpoints.updateAnnotations, {
    ...editing,
    rule: annotations.updateAnnotations,
  })
  routeReading(routing, annotationEndpoints.listAnnotations, {
    access,
    parts,
    rule: annotations.listAnnotations,
  })
  routeReading(routing, annotationEndpoints.undoAnnotations, {
    ...editing,
    rule: annotations.undoAnnotations,
  })
  routeReading(routing, annotationEndpoints.listAnnotationValues, {
    access: { anyOf: [access, 'call.edit'] },
    parts,
    rule: annotations.listAnnotationValues,
  })
}
