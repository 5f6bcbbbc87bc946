import { formatFilter } from '@callboard/contract/filter-text'
import { z } from 'zod'
import type { ChangedFigure } from '#web/lib/reporting/explain-change.ts'
import type { SearchParts } from '#web/lib/urls/url-state.ts'

/** Whether anything is explained, and of which part. */
export const openSearch = z.object({ why: z.string().optional(), whyof: z.string().optional() })

/**
 * The parts of the address that open what explains a figure: `why` is the measure, `whyof` the part of a dashboard,
 * `whywithin` the row and column of the figure, `whybucket` its time (`day:2026-03-04`), `whyinto` the values looked into.
 */
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
