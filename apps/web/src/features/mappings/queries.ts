import * as endpoints from '@callboard/contract/mappings'
import type { Mapping } from '@callboard/contract/mappings'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import type { SampleFile } from '#web/features/mappings/sample-file.ts'

export function sourceMappingQuery(id: string) {
  return endpointQuery('source', endpoints.getSourceMapping, { params: { id }, query: {} })
}

/** The key has the id of the sample instead of its bytes, which are many. */
export function previewQuery(sourceId: string, sample: SampleFile | undefined, mapping: Mapping) {
  return queryOptions({
    queryKey: ['mappingPreview', sourceId, sample?.id, mapping],
    queryFn: async ({ signal }) => {
      if (sample === undefined) throw new Error('there is no sample')
      return await send(
        endpoints.previewMapping,
        { body: { sample: sentSample(sample), mapping, sourceId } },
        signal,
      )
    },
    enabled: sample !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
}

export async function guessOf(sourceId: string, sample: SampleFile): Promise<endpoints.MappingGuess> {
  return await send(endpoints.guessMapping, { body: { sample: sentSample(sample), sourceId } })
}

function sentSample({ id: _id, file: _file, ...sample }: SampleFile): endpoints.MappingSample {
  return sample
}
