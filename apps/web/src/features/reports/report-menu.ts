import type { ReportMenu } from '@callboard/contract/reports'

/** The groups and sets that hold a report whose name, description, set or group has the keyword. */
export function searchMenu(groups: ReportMenu['groups'], keyword: string): ReportMenu['groups'] {
  const wanted = keyword.trim().toLowerCase()
  if (wanted === '') return groups.filter(({ sets }) => sets.some(({ reports }) => reports.length > 0))
  const has = (text: string) => text.toLowerCase().includes(wanted)
  return groups
    .map((group) => ({
      ...group,
      sets: group.sets
        .map((set) => ({
          ...set,
          reports: set.reports.filter(
            ({ name, description }) => has(name) || has(description) || has(set.name) || has(group.name),
          ),
        }))
        .filter(({ reports }) => reports.length > 0),
    }))
    .filter(({ sets }) => sets.length > 0)
}
