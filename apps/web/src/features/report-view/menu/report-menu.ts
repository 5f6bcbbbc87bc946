import type { ReportMenu } from '@callboard/contract/reports'
import type { SavedReport } from '@callboard/contract/saved-reports'

/** The groups and sets that hold a report whose name, description, set or group has the keyword. */
export function searchMenu(groups: ReportMenu['groups'], keyword: string): ReportMenu['groups'] {
  const has = searched(keyword)
  return groups
    .map((group) => ({
      ...group,
      sets: group.sets
        .map((set) => ({
          ...set,
          reports: set.reports.filter(({ name, description }) =>
            has(name, description, set.name, group.name),
          ),
        }))
        .filter(({ reports }) => reports.length > 0),
    }))
    .filter(({ sets }) => sets.length > 0)
}

export type ListedReport = ReportMenu['groups'][number]['sets'][number]['reports'][number]

export function reportsOf(groups: ReportMenu['groups']): ListedReport[] {
  return groups.flatMap(({ sets }) => sets).flatMap(({ reports }) => reports)
}

/** The reports that no group of the menu has. */
export function otherReports(
  all: readonly ListedReport[],
  groups: ReportMenu['groups'],
): readonly ListedReport[] {
  const known = new Set(reportsOf(groups).map(({ id }) => id))
  return all.filter(({ id }) => !known.has(id))
}

/** Those whose name or description has the keyword. */
export function searchReports(reports: readonly ListedReport[], keyword: string): readonly ListedReport[] {
  const has = searched(keyword)
  return reports.filter(({ name, description }) => has(name, description))
}

/** Those whose name, report, owner or group has the keyword. */
export function searchSaved(saved: readonly SavedReport[], keyword: string): SavedReport[] {
  const has = searched(keyword)
  return saved.filter(({ name, reportName, ownerName, sharedWithGroupName: group }) =>
    has(name, reportName ?? '', ownerName, group ?? ''),
  )
}

function searched(keyword: string): (...texts: string[]) => boolean {
  const wanted = keyword.trim().toLowerCase()
  return (...texts) => texts.some((text) => text.toLowerCase().includes(wanted))
}
