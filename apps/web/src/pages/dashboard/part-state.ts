import { dayOf } from '@callboard/contract/calendar'
import { formatDaySpan } from '@callboard/contract/format-time'
import { daysOfPeriod, periodLabels } from '@callboard/contract/period'
import type { ParameterName } from '@callboard/contract/reports'
import type { DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import type { ReportPart } from '#web/features/dashboard/DashboardParts.tsx'
import { reportSearch, type ReportState } from '#web/features/report-view/report-url.ts'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'

/** The state of a report on the dashboard, whose filters it follows as far as it has their parameters. */
export function partState(part: ReportPart, report: ShownReport, asked: DashboardState): ReportState {
  const defaults = reportSearch(report).parse({})
  const { customers, entityGroups, period, compare, matchWeekdays } = asked
  const follows = followsPeriod(part, report)
  return {
    ...defaults,
    view: part.view,
    ...(follows && { period }),
    ...(follows && asksFor(report, 'compare') && { compare, matchWeekdays }),
    values: {
      ...defaults.values,
      ...(asksFor(report, 'customer') && customers.length > 0 && { customer: customers }),
      ...(asksFor(report, 'entityGroup') && entityGroups.length > 0 && { entityGroup: entityGroups }),
    },
  }
}

/** What of the dashboard's filters a part does not follow, in words. */
export function partNotes(
  part: ReportPart,
  report: ShownReport,
  { shown, asked, timeZone }: { shown: ReportState; asked: DashboardState; timeZone: string },
): string[] {
  const ignores = (name: ParameterName, chosen: readonly string[]) =>
    chosen.length > 0 && !asksFor(report, name)
  return [
    ...(followsPeriod(part, report) ? [] : [`own period: ${periodWords(shown, timeZone)}`]),
    ...(ignores('customer', asked.customers) ? ['all customers'] : []),
    ...(ignores('entityGroup', asked.entityGroups) ? ['all entity groups'] : []),
  ]
}

function periodWords({ period }: Pick<ReportState, 'period'>, timeZone: string): string {
  if ('relative' in period) return periodLabels[period.relative].toLowerCase()
  // Given days do not depend on when weeks start.
  const clock = { now: Temporal.Now.instant(), timeZone, weekStartsOn: 1 }
  return formatDaySpan(daysOfPeriod(period, clock), dayOf(clock.now, timeZone).slice(0, 4))
}

function followsPeriod(part: ReportPart, report: ShownReport): boolean {
  return !part.ownPeriod && asksFor(report, 'dateRange')
}

function asksFor({ parameters }: ShownReport, name: ParameterName): boolean {
  return parameters.some((parameter) => parameter.name === name)
}
