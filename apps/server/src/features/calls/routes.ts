import * as annotationEndpoints from '@callboard/contract/annotations'
import * as endpoints from '@callboard/contract/calls'
import { findFileFormat } from '@callboard/contract/export-types'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { route, type Routing } from '../../http/route.ts'
import type { Ingest } from '../ingest/ingest.ts'
import * as annotations from './annotations.ts'
import { getCall, listCalls, prepareCallsFile } from './calls.ts'

export function routes(
  routing: Routing,
  { calls, snapshots, ingest }: StoredCalls & { ingest: Ingest },
): void {
  const { db } = routing

  route(routing, endpoints.callDetails, {
    access: 'reporting.call.details',
    alsoForKeys: true,
    handler: async ({ body, caller, accept, signal }) => {
      const format = findFileFormat(accept)
      if (format === undefined) return await listCalls({ db, calls, snapshots, caller, signal }, body)
      const file = await prepareCallsFile({ db, caller }, body, format)
      return new FileAnswer(await file.open({ calls, snapshots, signal }))
    },
  })

  route(routing, endpoints.getCall, {
    access: 'reporting.call.details',
    alsoForKeys: true,
    handler: async ({ params, caller, signal }) =>
      await getCall({ db, calls, snapshots, caller, signal }, params.id),
  })

  route(routing, annotationEndpoints.getAnnotation, {
    access: 'reporting.call.details',
    handler: async ({ params, caller, signal }) =>
      await annotations.getAnnotation({ db, calls, snapshots, ingest, caller, signal }, params.id),
  })

  route(routing, annotationEndpoints.updateAnnotation, {
    access: 'call.edit',
    writesCalls: true,
    handler: async ({ params, body, caller, signal }) =>
      await annotations.updateAnnotation({ db, calls, snapshots, ingest, caller, signal }, params.id, body),
  })

  route(routing, annotationEndpoints.updateAnnotations, {
    access: 'call.edit',
    writesCalls: true,
    handler: async ({ body, caller, signal }) =>
      await annotations.updateAnnotations({ db, calls, snapshots, ingest, caller, signal }, body),
  })

  route(routing, annotationEndpoints.listAnnotations, {
    access: 'reporting.call.details',
    handler: async ({ body, caller, signal }) =>
      await annotations.listAnnotations({ db, calls, snapshots, caller, signal }, body.ids),
  })

  route(routing, annotationEndpoints.undoAnnotations, {
    access: 'call.edit',
    writesCalls: true,
    handler: async ({ body, caller, signal }) =>
      await annotations.undoAnnotations({ db, calls, snapshots, ingest, caller, signal }, body.change),
  })

  route(routing, annotationEndpoints.listAnnotationValues, {
    access: { anyOf: ['reporting.call.details', 'call.edit'] },
    handler: async ({ params, query, caller }) =>
      await annotations.listAnnotationValues({ db, calls, snapshots, caller }, params.field, query.keyword),
  })
}
