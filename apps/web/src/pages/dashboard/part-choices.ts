import {
  builtInPartNames,
  builtInParts,
  partKey,
  partsOfCalls,
  type ShownPart,
} from '@callboard/contract/dashboard'
import { searchReports } from '@callboard/contract/manage-reports'
import { pageSizeLimit } from '@callboard/contract/paging'
import type { Me } from '@callboard/contract/users'
import type { QueryClient } from '@tanstack/react-query'
import { partName } from '#web/features/dashboard/editing/part-name.ts'
import { reportMenuQuery, savedReportsQuery } from '#web/features/report-view/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { holdsClaim } from '#web/lib/session/current-user.ts'
import type { AnswerQuery } from '#web/lib/api/endpoint-query.ts'

interface PartChoices {
  group: string
  parts: readonly ShownPart[]
}

interface Choosing {
  client: QueryClient
  me: Me
}

/** What somebody may put on a dashboard, by a part of its name: parts of the portal, saved reports, reports. */
export function partChoicesQuery({ client, me }: Choosing, keyword: string): AnswerQuery<PartChoices[]> {
  return {
    queryKey: ['report', 'partChoices', me.id, keyword],
    queryFn: async ({ signal }) => {
      const reports = holdsClaim(me, 'reporting.view')
        ? await Promise.all([savedReports({ client, me }), foundReports({ client, me }, keyword, signal)])
        : []
      const words = keyword.toLowerCase()
      return [{ group: 'Parts of the portal', parts: ownParts(me) }, ...reports.flat()]
        .map(({ group, parts }) => ({
          group,
          parts: parts.filter((part) => partName(part).toLowerCase().includes(words)),
        }))
        .filter(({ parts }) => parts.length > 0)
    },
  }
}

function ownParts(me: Me): ShownPart[] {
  return builtInPartNames
    .filter((name) => !partsOfCalls.has(name) || holdsClaim(me, 'reporting.call.details'))
    .map((name) => ({ type: 'builtIn', name, width: builtInParts[name].width }))
}

async function savedReports({ client, me }: Choosing): Promise<PartChoices[]> {
  const { items } = await client.query(savedReportsQuery(me.id))
  const runnable = items.filter(({ isRunnable }) => isRunnable)
  const partOf = (saved: { id: string; name: string }) =>
    // What was saved has a period of its own.
    ({ ...reportPart(saved), type: 'savedReport' as const, ownPeriod: true })
  return [
    { group: 'Your saved reports', parts: runnable.filter(({ userId }) => userId === me.id).map(partOf) },
    { group: 'Shared with you', parts: runnable.filter(({ userId }) => userId !== me.id).map(partOf) },
  ]
}

/** An administrator runs any report; others find those of their groups. */
async function foundReports(
  { client, me }: Choosing,
  keyword: string,
  signal: AbortSignal,
): Promise<PartChoices[]> {
  if (me.isAdmin) {
    const { items } = await send(searchReports, { body: { keyword, pageSize: pageSizeLimit } }, signal)
    return [{ group: 'Reports', parts: items.map(reportPart) }]
  }
  const { groups } = await client.query(reportMenuQuery(me.id))
  const sets = groups.flatMap((group) => group.sets)
  const named = new Map<string, Map<string, ShownPart>>()
  for (const { name, reports } of sets) {
    const parts = named.get(name) ?? new Map<string, ShownPart>()
    for (const report of reports) parts.set(report.id, reportPart(report))
    named.set(name, parts)
  }
  const seen = new Set<string>()
  return [...named].map(([group, parts]) => ({
    group,
    // A report that is in several sets is offered once.
    parts: [...parts.values()].filter((part) => {
      const isNew = !seen.has(partKey(part))
      seen.add(partKey(part))
      return isNew
    }),
  }))
}

function reportPart({ id, name }: { id: string; name: string }) {
  return { type: 'report', id, name, view: 'chart', ownPeriod: false, width: 'half' } as const
}
