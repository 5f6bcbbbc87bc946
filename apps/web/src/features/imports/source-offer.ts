import { getSourceMapping } from '@callboard/contract/mappings'
import { getSource, searchSources, type Source, type SourceKind } from '@callboard/contract/sources'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { mappedKind, sourceKindsQuery } from '#web/records/choices/source-kinds.ts'

const maxSources = 100

const someSourcesQuery = endpointQuery('source', searchSources, { body: { pageSize: maxSources } })

/** Whether there are sources to choose from, and whether a file may be one of theirs. */
export interface SourceOffer {
  isLoading: boolean
  hasSources: boolean
  fits: (file: File | undefined) => boolean
}

export function useSourceOffer(isAsked: boolean): SourceOffer {
  const sources = useQuery({ ...someSourcesQuery, enabled: isAsked })
  const kinds = useQuery({ ...sourceKindsQuery, enabled: isAsked })
  const { items = [], total = 0 } = sources.data ?? {}
  const known = kinds.data?.items
  // Where it is not known, the list is offered.
  const isUnknown = sources.data === undefined || known === undefined || total > items.length
  return {
    isLoading: isAsked && (sources.isPending || kinds.isPending),
    hasSources: sources.data === undefined || total > 0,
    fits: (file) => isUnknown || items.some((source) => takes(source, known, file)),
  }
}

function takes({ kind, isActive }: Source, kinds: readonly SourceKind[], file: File | undefined): boolean {
  const found = kinds.find((one) => one.kind === kind)
  if (!isActive || found?.ways.includes('file') !== true) return false
  const name = file?.name.toLowerCase()
  return name === undefined || found.endings.some((ending) => name.includes(ending))
}

/** Whether what the columns of a source's files are has to be said first; undefined until it is known. */
export function useNeedsMapping(sourceId: string | undefined): boolean | undefined {
  const isAsked = sourceId !== undefined
  const params = { id: sourceId ?? '' }
  const source = useQuery({ ...endpointQuery('source', getSource, { params }), enabled: isAsked })
  const isMapped = source.data?.kind === mappedKind
  const mapping = useQuery({
    ...endpointQuery('source', getSourceMapping, { params, query: {} }),
    enabled: isAsked && isMapped,
  })
  if (!isAsked) return false
  if (source.isPending || (isMapped && mapping.isPending)) return undefined
  return isMapped && mapping.data?.version === null
}
