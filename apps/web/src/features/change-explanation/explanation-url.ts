import type { Filter } from '@callboard/contract/calls'
import { ExplainChange } from '@callboard/contract/change-explanation'
import { formatFilter } from '@callboard/contract/filter-text'
import { Currency } from '@callboard/contract/scalars'
import { z } from 'zod'
import { filterText } from '#web/lib/urls/call-list-url.ts'
import { repeated, type SearchParts } from '#web/lib/urls/url-state.ts'

/** What is explained and looked into, by the names that `explanationParams` gives it. */
export const explanationSearch = z
  .object({
    why: ExplainChange.shape.measure,
    whywithin: repeated(filterText),
    whybucket: z.preprocess(bucketFromText, ExplainChange.shape.bucket),
    whycurrency: Currency.optional(),
    whyinto: repeated(filterText),
  })
  .transform(({ why, whywithin, whybucket, whycurrency, whyinto }) => ({
    figure: { measure: why, within: whywithin, bucket: whybucket, currency: whycurrency },
    into: whyinto,
  }))

export function stepParams(into: readonly Filter[]): SearchParts {
  return { whyinto: into.map(formatFilter) }
}

function bucketFromText(text: unknown): unknown {
  if (typeof text !== 'string') return text
  const [grain = '', ...value] = text.split(':')
  return { grain, value: value.join(':') }
}
