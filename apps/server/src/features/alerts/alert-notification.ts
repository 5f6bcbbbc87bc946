import {
  alertConditionWords,
  alertFigureWords,
  thresholdWords,
  windowWords,
} from '@callboard/contract/alert-words'
import type { AlertCondition } from '@callboard/contract/alerts'
import { canonicalFilter, formatFilter } from '@callboard/contract/filter-text'
import { describeFilter } from '@callboard/contract/filter-words'
import { formatCounted } from '@callboard/contract/format'
import { formatDateTime } from '@callboard/contract/format-time'
import { measureFor, measures } from '@callboard/contract/measures'
import { formatTimeZoneTime } from '@callboard/contract/format-time-zone'
import { findCustomerFields } from '../attributes/attributes.ts'
import { type Caller, holds } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import type { Db } from '../../db/tables/schema.ts'
import { labelsOf } from '../../report-engine/files/formats/about-file.ts'
import { listGroupNames } from '../entity-groups/entity-groups.ts'
import { listCellNames } from '../entities/entities.ts'
import type { Evaluation } from './evaluate.ts'

/** Told when an alert begins, when it is over, and when somebody tries it. */
export type Occasion = { kind: 'began' } | { kind: 'ended'; since: Date } | { kind: 'test' }

/** What was found over the calls of a person. */
export interface EvaluatedAlert {
  alert: { id: string; name: string; ownerName: string; condition: AlertCondition }
  /** Who is notified, of their own calls. */
  caller: Caller
  evaluation: Evaluation
  publicUrl: string
}

/** The same in words. */
export interface AlertNotification extends EvaluatedAlert {
  words: {
    /** `Missed` */
    name: string
    /** `7` */
    figure: string
    /** `over 5` */
    threshold: string
    /** `in the last 60 minutes` */
    window: string
    /** `20 calls`, on which the figure rests; empty for a count, which says so itself. */
    calls: string
    /** `Missed over 5 in the last 60 minutes, of at least 20 calls` */
    condition: string
    /** `Location is North`; empty without any. */
    filters: string
    /** When it was evaluated. */
    at: string
    /** The call list with the calls behind the figure; empty for who may not see it. */
    callsLink: string
    /** The alert in the portal. */
    alertLink: string
  }
}

export async function buildNotification(db: Db, evaluated: EvaluatedAlert): Promise<AlertNotification> {
  const { alert, caller, evaluation, publicUrl } = evaluated
  const { id, condition } = alert
  const { measure, minimumCalls } = condition
  const { terms, figure, calls } = evaluation
  const isCount = measures[measure].figure === 'count'
  const minCallsWords = minimumCalls > 1 ? `, of at least ${formatCounted(minimumCalls, 'call')}` : ''
  return {
    ...evaluated,
    words: {
      name: measureFor(measure, terms).label,
      figure: alertFigureWords(measure, figure),
      threshold: thresholdWords(condition),
      window: windowWords(condition.window),
      calls: isCount ? '' : formatCounted(calls, 'call'),
      condition: alertConditionWords(condition, terms) + minCallsWords,
      filters: await describeFilters(db, caller, condition),
      at: formatLocalTime(terms.generatedAt, caller),
      callsLink: buildCallsLink(evaluated),
      alertLink: `${publicUrl}/reports/alerts/${id}`,
    },
  }
}

/** `Mar 10, 2026, 08:02:00, America/New York time` */
export function formatLocalTime(instant: string, { timeZone }: Pick<Caller, 'timeZone'>): string {
  return `${formatDateTime(instant, timeZone)}, ${formatTimeZoneTime(timeZone)}`
}

/** With the names of what is chosen, as far as the caller may know them. */
async function describeFilters(
  db: Db,
  caller: Caller,
  { filters, entityGroups }: AlertCondition,
): Promise<string> {
  const scope = await Scope.of(db, caller)
  const fields = filters.map(({ field }) => field)
  const [names, groups] = [
    await listCellNames(db, scope, fields),
    await listGroupNames(db, caller, entityGroups),
  ]
  const customerFields = await findCustomerFields({ db, caller, scope }, { filters })
  const { timeZone } = caller
  return [
    ...filters.map((filter) =>
      describeFilter(filter, { labels: labelsOf(filter.field, names), timeZone, attributes: customerFields }),
    ),
    ...(groups.length === 0 ? [] : [`Entity group is ${groups.join(' or ')}`]),
  ].join(' and ')
}

function buildCallsLink({ alert: { condition }, caller, evaluation, publicUrl }: EvaluatedAlert): string {
  if (!holds(caller, 'reporting.call.details')) return ''
  const search = new URLSearchParams(evaluation.period)
  const filters = evaluation.filters.map((filter) => formatFilter(canonicalFilter(filter)))
  for (const filter of new Set(filters)) search.append('filter', filter)
  for (const id of condition.entityGroups) search.append('group', id)
  return `${publicUrl}/reports/calldetails?${search.toString()}`
}
