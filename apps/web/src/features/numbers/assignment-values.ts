import { addDays, dayOf, lastDayBefore, startOfDay } from '@callboard/contract/calendar'
import {
  type Assignment,
  assignmentValues,
  type GivenAssignment,
  type NumberEdit,
  type NumberTimeline,
} from '@callboard/contract/numbers'
import type { z } from 'zod'
import { standingAt } from '#web/features/numbers/assignment-words.ts'
import { isDay } from '#web/lib/typed-day.ts'

/** The fields of the form. */
export type AssignmentFields = Record<'from' | 'lastDay' | (typeof assignmentValues)[number], string>

export const emptyFields: AssignmentFields = {
  from: '',
  lastDay: '',
  source: '',
  medium: '',
  campaign: '',
  keyword: '',
  location: '',
  rotationgroup: '',
  network: '',
  targetNumber: '',
  monthlyCost: '',
  note: '',
}

export function fieldsOf(assignment: Assignment, timeZone: string): AssignmentFields {
  const { from, until } = assignment
  const values = Object.fromEntries(assignmentValues.map((name) => [name, assignment[name] ?? '']))
  return {
    ...emptyFields,
    ...values,
    from: from === null ? '' : dayOf(from, timeZone),
    lastDay: until === null ? '' : lastDayBefore(until, timeZone),
  }
}

/** What a number may cost in a month, as it is entered. */
export const amount = /^\d{1,14}([.]\d{1,4})?$/

function isAmountOrEmpty(text: string): boolean {
  return text.trim() === '' || amount.test(text)
}

/** From the first day to the last; undefined where one of them is no day. What was not changed stays to the second. */
function spanOf(
  { from, lastDay }: AssignmentFields,
  before: { assignment: Assignment; timeZone: string } | undefined,
): { from: string | null; until: string | null } | undefined {
  if ((from !== '' && !isDay(from)) || (lastDay !== '' && !isDay(lastDay))) return undefined
  const known = before && fieldsOf(before.assignment, before.timeZone)
  return {
    from: known?.from === from ? (before?.assignment.from ?? null) : from === '' ? null : from,
    until:
      known?.lastDay === lastDay
        ? (before?.assignment.until ?? null)
        : lastDay === ''
          ? null
          : addDays(lastDay, 1),
  }
}

function valuesOf(fields: AssignmentFields) {
  return Object.fromEntries(
    assignmentValues.map((name) => [name, fields[name].trim() === '' ? null : fields[name]]),
  )
}

type Edit = z.input<typeof NumberEdit>

/**
 * What the number stands for when a new assignment begins: it ends there, and after the last day of the new one it goes on,
 * as `after`.
 */
export interface Interrupted {
  assignment: Assignment
  /** Undefined where the new one lasts as long. */
  after: string | undefined
}

export function findInterrupted(
  { assignments, timeZone }: NumberTimeline,
  fields: AssignmentFields,
): Interrupted | undefined {
  const { from = null, until = null } = spanOf(fields, undefined) ?? {}
  const instantOf = (day: string) => startOfDay(day, timeZone).epochMilliseconds
  // One that ends before it begins is refused as it is.
  if (from === null || (until !== null && instantOf(until) <= instantOf(from))) return undefined
  const assignment = standingAt({ assignments }, instantOf(from))
  // Of one that begins that very moment nothing would be left.
  if (assignment === undefined || Date.parse(assignment.from ?? '') === instantOf(from)) return undefined
  const end = assignment.until === null ? Infinity : Date.parse(assignment.until)
  return { assignment, after: until !== null && instantOf(until) < end ? until : undefined }
}

/** What is left of it beside the new one. */
function partsOf({ assignment, after }: Interrupted, from: string): GivenAssignment[] {
  const { id, ...same } = assignment
  return [{ ...same, id, until: from }, ...(after === undefined ? [] : [{ ...same, from: after }])]
}

/** The timeline with the assignment as it was entered; undefined while nothing is, or the form refuses some of it. */
export function timelineEdit(
  number: NumberTimeline,
  fields: AssignmentFields,
  edited: Assignment | undefined,
): Edit | undefined {
  const { id: numberId, revision, assignments, timeZone } = number
  const span = spanOf(fields, edited && { assignment: edited, timeZone })
  const isEmpty = Object.values(fields).every((text) => text.trim() === '')
  if (span === undefined || isEmpty || !isAmountOrEmpty(fields.monthlyCost)) return undefined
  const given: GivenAssignment = { ...valuesOf(fields), ...span, ...(edited && { id: edited.id }) }
  const interrupted = edited === undefined ? findInterrupted(number, fields) : undefined
  const replaced = edited ?? interrupted?.assignment
  const others = assignments.filter(({ id }) => id !== replaced?.id)
  const parts = interrupted === undefined ? [] : partsOf(interrupted, fields.from)
  return { kind: 'timeline', numberId, revision, assignments: [...others, ...parts, given] }
}

/** What was entered, for several numbers; undefined while nothing is, or the form refuses some of it. */
export function setEdit(numberIds: readonly string[], fields: AssignmentFields): Edit | undefined {
  const span = spanOf(fields, undefined)
  const values = Object.fromEntries(Object.entries(valuesOf(fields)).filter(([, value]) => value !== null))
  if (span === undefined || Object.keys(values).length === 0 || !isAmountOrEmpty(fields.monthlyCost))
    return undefined
  return { kind: 'set', numberIds: [...numberIds], ...span, values }
}
