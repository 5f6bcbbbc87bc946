import { dayOf, isStartOfDay, lastDayBefore } from '@callboard/contract/calendar'
import type { Body } from '@callboard/contract/endpoint'
import {
  type Assignment,
  assignmentValues,
  type NumberTimeline,
  type searchNumbers,
} from '@callboard/contract/numbers'
import type { EntityVisibility } from '../../access/rows/entity-visibility.ts'
import type { Db } from '../../db/tables/schema.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { csvLine } from '../../report-engine/files/csv.ts'
import { type Heard, selectNumbers } from './store.ts'

type Value = (typeof assignmentValues)[number]

/** Their names are what an import of such a file looks for. */
const valueColumns = {
  source: 'source',
  medium: 'medium',
  campaign: 'campaign',
  keyword: 'keyword',
  location: 'location',
  rotationgroup: 'rotation group',
  network: 'network',
  targetNumber: 'target number',
  monthlyCost: 'monthly cost',
  note: 'note',
} as const satisfies Record<Value, string>

const pageSize = 5000

/**
 * The numbers that are found, a line for each assignment; one that stands for nothing has a line of its own. Of one customer it
 * can be imported again as it is.
 */
export function exportNumbers(
  db: Db,
  visibility: EntityVisibility,
  search: Body<typeof searchNumbers> & { heard?: Heard | undefined },
): FileAnswer {
  return new FileAnswer({
    contentType: 'text/csv; charset=utf-8',
    fileName: 'Numbers.csv',
    bytes: csvOf(db, visibility, search),
  })
}

async function* csvOf(
  ...[db, visibility, search]: Parameters<typeof exportNumbers>
): AsyncGenerator<Uint8Array> {
  const isOfOne = search.customerId !== undefined
  yield Buffer.from(
    csvLine([
      ...(isOfOne ? [] : ['customer']),
      'number',
      'from',
      'last day',
      ...assignmentValues.map((name) => valueColumns[name]),
    ]),
  )
  for (let page = 1; ; page++) {
    const { items } = await selectNumbers(db, visibility, { ...search, page, pageSize })
    const lines = items.flatMap((number) => {
      const first = isOfOne ? [number.number] : [number.customerName, number.number]
      if (number.assignments.length === 0) return [csvLine([...first, ...nothing])]
      return number.assignments.map((assignment) => csvLine([...first, ...cellsOf(assignment, number)]))
    })
    yield Buffer.from(lines.join(''))
    if (items.length < pageSize) return
  }
}

const nothing = ['from', 'last day', ...assignmentValues].map(() => null)

function cellsOf(assignment: Assignment, { timeZone }: NumberTimeline): (string | null)[] {
  const { from, until } = assignment
  // An edge within a day stays the instant that it is.
  const day = (instant: string, named: typeof dayOf) =>
    isStartOfDay(instant, timeZone) ? named(instant, timeZone) : instant
  return [
    from === null ? null : day(from, dayOf),
    until === null ? null : day(until, lastDayBefore),
    ...assignmentValues.map((name) => assignment[name]),
  ]
}
