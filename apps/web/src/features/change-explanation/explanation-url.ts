import type { Filter } from '@callboard/contract/calls'
import { ExplainChange } from '@callboard/contract/change-explanation'
import { formatFilter } from '@callboard/contract/filter-text'
import { Currency } from '@callboard/contract/scalars'
import { z } from 'zod'
import { filterText } from '#web/lib/urls/call-list-url.ts'
import type { ChangedFigure } from '#web/lib/reporting/explain-change.ts'
import { repeated, type SearchParts } from '#web/lib/urls/url-state.ts'

/**
 * What is explained has its own names in the address of its page: `why` is the measure, `whyof` the part of a dashboard,
 * `whywithin` the row and column of the figure, `whybucket` its time (`day:2026-03-04`), `whyinto` the values looked into.
 */
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

/** Whether anything is explained, and of which part. */
export const openSearch = z.object({ why: z.string().optional(), whyof: z.string().optional() })

/** The parts of the address that open what explains a figure. */
export function explanationParams(of: string | undefined, figure: ChangedFigure): SearchParts {
  const { measure, within, bucket, currency } = figure
  return {
    why: measure,
    whyof: of,
    whywithin: within.map(formatFilter),
    whybucket: bucket && `${bucket.grain}:${bucket.value}`,
    whycurrency: currency,
    whyinto: undefined,
  }
}

export const withoutExplanation = {
  why: undefined,
  whyof: undefined,
  whywithin: undefined,
  whybucket: undefined,
  whycurrency: undefined,
  whyinto: undefined,
} as const satisfies SearchParts

export function stepParams(into: readonly Filter[]): SearchParts {
  return { whyinto: into.map(formatFilter) }
}

function bucketFromText(text: unknown): unknown {
  if (typeof text !== 'string') return text
  const [grain = '', ...value] = text.split(':')
  return { grain, value: value.join(':') }
}
