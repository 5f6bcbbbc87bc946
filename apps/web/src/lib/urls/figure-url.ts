import { type AskedFigure, callsBehind, countedCallers, countedCalls } from '@callboard/contract/report-drill'
import { buildCallersUrl, buildCallListUrl } from '#web/lib/urls/call-list-url.ts'

/** The address of what a figure counts: calls or callers. Undefined if it counts neither. */
export function buildCountedUrl(figure: AskedFigure, entityGroups: string[]): string | undefined {
  const calls = countedCalls(figure)
  return calls === undefined
    ? buildCallersOf(figure, entityGroups)
    : buildCallListUrl({ ...calls, entityGroups })
}

/** The address of what a figure rests on: of unique callers their list, of all else the calls. */
export function buildFigureUrl(figure: AskedFigure, entityGroups: string[]): string | undefined {
  const calls = callsBehind(figure)
  return buildCallersOf(figure, entityGroups) ?? (calls && buildCallListUrl({ ...calls, entityGroups }))
}

function buildCallersOf(figure: AskedFigure, entityGroups: string[]): string | undefined {
  const callers = countedCallers(figure)
  return callers && buildCallersUrl({ ...callers, entityGroups })
}
