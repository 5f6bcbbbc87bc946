import {
  type Import,
  getImport,
  importSorts,
  importStates,
  listUpdatedCalls,
  searchImports,
} from '@callboard/contract/imports'
import { z } from 'zod'
import { endpointQuery, type Subject } from '#web/lib/api/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'

/** What an import changes, or what undoes it. */
export const importSubjects: readonly Subject[] = [
  'import',
  'source',
  'call',
  'quarantine',
  'overview',
  'change',
]

export const ImportSearch = listSearchOf(importSorts, {
  source: z.guid().optional(),
  state: z.enum(importStates).optional(),
})
type ImportSearchState = z.output<typeof ImportSearch>

export function importsQuery({ source, state, ...list }: ImportSearchState) {
  return endpointQuery('import', searchImports, {
    body: { ...searchBody(list), sourceId: source, states: state === undefined ? undefined : [state] },
  })
}

export const importQuery = (id: string) => endpointQuery('import', getImport, { params: { id } })

export const updatedCallsQuery = (id: string, page: number) =>
  endpointQuery('import', listUpdatedCalls, { params: { id }, query: { page, pagesize: updatedPageSize } })

export const updatedPageSize = 25

/** Asked again while something happens by itself. */
export const pollMs = 1000

export function isUnderWay({ state }: Pick<Import, 'state'>): boolean {
  return state === 'uploading' || state === 'running' || state === 'undoing'
}
