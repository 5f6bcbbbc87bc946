import { getLiveFigures, type LiveFigure, liveGroupings, type LiveGrouping } from '@callboard/contract/live'
import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import type { SearchParts } from '#web/lib/urls/url-state.ts'

/** What the board shows, in its address. */
export const LiveSearch = z
  .object({
    by: z.enum(liveGroupings).default('location'),
    /** A value by which calls are put together: only its calls are shown; '' are those without one. */
    only: z.string().max(500).optional(),
    customer: z.guid().optional(),
    /** To be read from afar. */
    wall: z.literal('true').optional(),
  })
  .transform(({ wall, ...state }) => ({ ...state, isWall: wall !== undefined }))
export type LiveBoardState = z.output<typeof LiveSearch>

export function liveParams(changes: Partial<LiveBoardState>): SearchParts {
  const { by, isWall } = changes
  return {
    ...('by' in changes && { by: by === 'location' ? undefined : by }),
    ...('only' in changes && { only: changes.only }),
    ...('customer' in changes && { customer: changes.customer }),
    ...('isWall' in changes && { wall: isWall === true ? 'true' : undefined }),
  }
}

export const groupingLabels = {
  location: 'Location',
  rotationgroup: 'Queue',
  trackingNumber: 'Number',
  campaign: 'Campaign',
} as const satisfies Record<LiveGrouping, string>

/** What the board calls the figures of the day. */
export const figureLabels = {
  inbound: 'Inbound',
  answered: 'Answered',
  missed: 'Missed',
  answerRate: 'Answer rate',
  averageWait: 'Average wait',
} as const satisfies Record<LiveFigure, string>

/** Figures of the day change slowly. */
const figuresIntervalMs = 15_000

export function liveFiguresQuery({ by, only, customer }: LiveBoardState, timeZone: string) {
  const body = {
    timeZone,
    ...(customer !== undefined && { customerId: customer }),
    ...(only !== undefined && { only: { field: by, value: only === '' ? null : only } }),
  }
  return {
    ...endpointQuery('call', getLiveFigures, { body }),
    placeholderData: keepPreviousData,
    refetchInterval: figuresIntervalMs,
    refetchIntervalInBackground: true,
  }
}
