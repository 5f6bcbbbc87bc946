import { alertMeasures } from '@callboard/contract/alert-measures'
import type { Filter } from '@callboard/contract/calls'
import { figureKinds } from '@callboard/contract/figure-kinds'
import { formatFilter } from '@callboard/contract/filter-text'
import { type MeasureName, measures } from '@callboard/contract/measures'
import { useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { toQueryString } from '#web/lib/urls/url-state.ts'

/** A figure of a period, which an alert may be on. */
interface AlertedFigure {
  measure: MeasureName
  /** Null where there is none. */
  figure: number | null
  /** Of the answer; instants. */
  meta: { from: string; to: string; timeZone: string; filters: readonly Filter[] }
  entityGroups: readonly string[]
}

/** Writes the address of a new alert on a figure; undefined for who has no alerts. */
export function useAlertUrl(): ((figure: AlertedFigure) => string | undefined) | undefined {
  const maySave = useHoldsClaim('reporting.save')
  return useIsViewingAs() || !maySave ? undefined : buildAlertUrl
}

const dayMs = 86_400_000

/**
 * Undefined for a figure that no alert can be on. The alert is on the figure of today: passing what it was in the period, of a
 * count what it was in a day of it.
 */
export function buildAlertUrl({ measure, figure, meta, entityGroups }: AlertedFigure): string | undefined {
  if (!alertMeasures.includes(measure)) return undefined
  const days = Math.max(1, (Date.parse(meta.to) - Date.parse(meta.from)) / dayMs)
  const { type } = figureKinds[measures[measure].figure]
  const average = type === 'integer' ? Math.ceil((figure ?? 0) / days) : Math.round((figure ?? 0) * 100) / 100
  const search = toQueryString({
    measure,
    value: figure === null ? undefined : String(average),
    zone: meta.timeZone,
    filter: meta.filters.map(formatFilter),
    group: entityGroups,
  })
  return paths.alert(newRecordId) + search
}
