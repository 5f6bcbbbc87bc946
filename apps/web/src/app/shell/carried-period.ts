import { noPeriodParams } from '#web/lib/reporting/period.ts'
import { paths } from '#web/lib/urls/paths.ts'

const pagesOfPeriods: readonly string[] = [paths.dashboard, paths.callDetails, paths.callers, paths.callBack]

/** The address of an item of the menu, with the period that was chosen on the open page where both have one. */
export function withPeriod(url: string, { pathname, search }: { pathname: string; search: string }): string {
  if (url === pathname || !pagesOfPeriods.includes(url)) return url
  if (!pagesOfPeriods.includes(pathname) && !pathname.startsWith(paths.report(''))) return url
  const chosen = [...new URLSearchParams(search)].filter(([name]) => Object.hasOwn(noPeriodParams, name))
  return chosen.length === 0 ? url : `${url}?${new URLSearchParams(chosen).toString()}`
}
