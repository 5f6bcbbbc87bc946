import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { dashboardReports } from './reports.ts'
import { Guid, Instant } from './scalars.ts'

/** The most favourites of one user. */
export const maxFavourites = 200

/** What a user does with reports and saved reports, by their ids. */
export const ReportUse = z.strictObject({
  favourites: z.array(Guid),
  /** When the user ran them last. */
  lastRuns: z.record(Guid, Instant),
})
export type ReportUse = z.infer<typeof ReportUse>

export const getReportUse = endpoint({
  method: 'GET',
  path: '/api/user/me/reportuse',
  summary: 'One’s favorites among reports and saved reports, and when one ran each of them last.',
  response: ReportUse,
})

const ItemId = z.strictObject({ id: withExample(Guid, dashboardReports.topSources) })

export const addFavourite = endpoint({
  method: 'PUT',
  path: '/api/user/me/favourite/{id}',
  summary: 'Makes a report or a saved report, whose id it is, a favorite.',
  params: ItemId,
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/user/me/favourite/{id}',
  summary: 'Takes a report or a saved report out of the favorites.',
  params: ItemId,
})
