import { formatCount } from '@callboard/contract/format'
import { addDays } from '@callboard/contract/calendar'
import type { AssignmentValues, GivenAssignment } from '@callboard/contract/numbers'
import { assignmentValues, maxFileLines } from '@callboard/contract/numbers'
import { Day, InstantWithOffset } from '@callboard/contract/scalars'
import { AppError } from '../../lib/app-error.ts'
import { neutral } from '../../report-engine/files/csv.ts'
import { parseCsvLine, readCsvRows } from '../../lib/files/csv-rows.ts'
import { startYielding } from '../../lib/yield-to-event-loop.ts'

/** A line of a file: a number and what it stands for. */
export type FileLine = Omit<GivenAssignment, 'id'> & { number: string; line: number }

type Column = keyof AssignmentValues | 'number' | 'from' | 'until' | 'lastDay'

/** What columns may be called, without spaces, hyphens and underscores. */
const columns: Readonly<Record<string, Column>> = {
  number: 'number',
  trackingnumber: 'number',
  phonenumber: 'number',
  phone: 'number',
  from: 'from',
  firstday: 'from',
  start: 'from',
  startdate: 'from',
  until: 'until',
  lastday: 'lastDay',
  end: 'lastDay',
  enddate: 'lastDay',
  source: 'source',
  medium: 'medium',
  campaign: 'campaign',
  keyword: 'keyword',
  searchkeyword: 'keyword',
  location: 'location',
  rotationgroup: 'rotationgroup',
  network: 'network',
  targetnumber: 'targetNumber',
  monthlycost: 'monthlyCost',
  costamonth: 'monthlyCost',
  note: 'note',
}

function columnOf(head: string): Column | undefined {
  return columns[head.toLowerCase().replaceAll(/[\s_-]+/g, '')]
}

/**
 * Reads a CSV file with a header. Of days such as 3/4/2026 the month comes first where `isMonthFirst`. Throws `invalid` for
 * a column that is missing or unknown, and with the first line that cannot be read.
 */
export async function readAssignmentFile(csv: string, isMonthFirst: boolean): Promise<FileLine[]> {
  const text = csv.startsWith('\ufeff') ? csv.slice(1) : csv
  if (/[\0\ufffd]/.test(text) || !text.isWellFormed())
    throw wrong('The file is not UTF-8 text: save it as “CSV UTF-8”.')
  const lines = text.split(/\r\n|\n|\r/)
  const headerAt = lines.findIndex((line) => line.trim() !== '')
  const { delimiter, header } = readHeader(lines[headerAt] ?? '')
  const rows: { line: number; fields: readonly string[] }[] = []
  readCsvRows(lines, { delimiter, skipped: headerAt + 1 }, ({ line, fields }) => {
    if (fields === undefined) throw wrong(`Line ${line}: a quotation mark is not closed.`)
    if (fields.every((field) => field.trim() === '')) return
    if (fields.length !== header.length)
      throw wrong(`Line ${line} has ${fields.length} fields, and the header ${header.length}.`)
    if (rows.length === maxFileLines)
      throw wrong(`The file has more than ${formatCount(maxFileLines)} lines. Send it in parts.`)
    rows.push({ line, fields })
  })
  if (rows.length === 0) throw wrong('The file has no lines below its header.')
  const read: FileLine[] = []
  const yielding = startYielding()
  for (const row of rows) {
    read.push(lineOf({ ...row, header }, isMonthFirst))
    if (yielding.isDue()) await yielding.yield()
  }
  return read
}

function readHeader(line: string): { delimiter: string; header: readonly Column[] } {
  const [best] = [',', ';', '\t']
    .map((delimiter) => ({
      delimiter,
      names: (parseCsvLine(line, delimiter) ?? []).map((name) => name.trim()),
    }))
    .map((reading) => ({ ...reading, known: reading.names.filter((name) => columnOf(name) !== undefined) }))
    .toSorted((one, other) => other.known.length - one.known.length)
  const { delimiter = ',', names = [] } = best ?? {}
  const header = names.map((name) => {
    const column = columnOf(name)
    if (column === undefined) throw wrong(`“${name}” is no column of this file. Rename it, or leave it out.`)
    return column
  })
  const twice = header.find((column, at) => header.indexOf(column) !== at)
  if (twice !== undefined) throw wrong(`Two columns say ${twice}.`)
  if (!header.includes('number')) throw wrong('The file has no column “number”.')
  return { delimiter, header }
}

function lineOf(
  { line, header, fields }: { line: number; header: readonly Column[]; fields: readonly string[] },
  isMonthFirst: boolean,
): FileLine {
  const cells = new Map(header.map((column, at) => [column, (fields[at] ?? '').trim()]))
  const textOf = (column: Column) => {
    const cell = cells.get(column) ?? ''
    if (cell === '') return null
    // As a file of the portal has what a spreadsheet might run.
    return cell.startsWith("'") && neutral(cell.slice(1)) === cell ? cell.slice(1) : cell
  }
  const dayOf = (column: Column) => {
    const cell = textOf(column)
    if (cell === null) return null
    const day = readDay(cell, isMonthFirst)
    if (day !== undefined) return day
    if (InstantWithOffset.safeParse(cell).success) return cell
    throw wrong(`Line ${line}: ${cell} is not a day such as 2026-03-01.`)
  }
  const lastDay = dayOf('lastDay')
  return {
    line,
    number: textOf('number') ?? '',
    from: dayOf('from'),
    until: lastDay === null ? dayOf('until') : endOf(lastDay),
    ...Object.fromEntries(assignmentValues.map((name) => [name, textOf(name)])),
  }
}

/** The end of a last day; a moment is itself one. */
function endOf(lastDay: string): string {
  return Day.safeParse(lastDay).success ? addDays(lastDay, 1) : lastDay
}

/** `2026-03-01`, `1.3.2026`, and `3/1/2026` or `1/3/2026`; undefined for what is no day. */
function readDay(cell: string, isMonthFirst: boolean): string | undefined {
  const [, first = '', sign, second = '', year = ''] = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(cell) ?? []
  const isMonthOfFirst = sign === '/' && isMonthFirst
  const [month, day] = isMonthOfFirst ? [first, second] : [second, first]
  const written = sign === undefined ? cell : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return Day.safeParse(written).success ? written : undefined
}

function wrong(description: string): AppError {
  return new AppError('invalid', description, { field: 'csv' })
}
