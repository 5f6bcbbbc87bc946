import type { AttributedField } from '@callboard/contract/attributed-fields'
import { codedFields } from '@callboard/contract/merged-types'
import type { Assignment } from '@callboard/contract/numbers'
import { emptyGuid } from '@callboard/contract/scalars'
import type { CallStore } from '../../../db/calls/call-store.ts'
import {
  findCustomerToAttribute,
  type NumberToAttribute,
  selectNumberFirst,
  selectNumbersToAttribute,
  selectStandings,
  updateAttributed,
} from '../../../db/number-assignments.ts'
import type { Db } from '../../../db/tables/schema.ts'
import {
  type MergedCodes,
  type Recoding,
  selectMergedCodesOf,
  selectRecoding,
  updateRecoded,
  withMergedCodes,
} from '../../../db/merged-entities.ts'
import { inPartsOf } from '../../../lib/in-parts-of.ts'
import type { UndoableChanges } from '../changes/undoable-changes.ts'
import type { AttributedValues } from '../standings/attribute.ts'
import { type StandingOfNumber, standingOf } from '../standings/standings-cache.ts'
import {
  type Attributing,
  countAt,
  countToAttribute,
  selectCalled,
  selectExamples,
  writeAttribution,
} from './attribution-store.ts'
import { countToRecode, writeRecoded } from './recoding-store.ts'

/** What numbers stand for is part of a statement, so that there are several for many. */
const numbersPerQuery = 2000
/** In a statement that names no more of them than the numbers. */
const namesPerQuery = 20_000

interface Attributed {
  db: Db
  calls: CallStore
  changes: UndoableChanges
  /** All that is accepted from now on is attributed by what is stored now, and all that was accepted before can be read. */
  renew: (customerId: string) => Promise<void>
}

/**
 * Attributes the calls of a customer's numbers anew, and those that name codes of merged entities, all of them as one
 * change. False when there are none left that have to be.
 */
export async function attributeNext({ db, calls, changes, renew }: Attributed): Promise<boolean> {
  const customerId = await findCustomerToAttribute(db)
  if (customerId === undefined) return false
  // First: whatever is changed after this has its calls attributed once more, also those that are accepted meanwhile.
  const numbers = await selectNumbersToAttribute(db, customerId)
  const recoding = await findRecoding(db, customerId, numbers)
  await renew(customerId)
  const merged = await selectMergedCodesOf(db, customerId)
  const called = await withCalls(calls, customerId, numbers)
  const parts = await readParts(db, { customerId, called, merged })
  const exceptNumbers = numbers.map(({ number }) => number)
  const recoded = recoding && { ...recoding, customerId, merged, exceptNumbers }
  let change: number | null = null
  await changes.runPlanned({
    plan: async () => {
      const counts = recoded === undefined ? [] : [await countToRecode(calls, recoded)]
      for (const part of parts) counts.push(await countToAttribute(calls, part))
      const found = counts.filter((count) => count.calls > 0)
      return found.length === 0 ? undefined : found
    },
    startsMs: (counts) => hoursBetween(counts),
    write: async (toWrite) => {
      if (recoded !== undefined) await writeRecoded(calls, toWrite, recoded)
      for (const part of parts) await writeAttribution(calls, toWrite, part)
      change = toWrite.number
    },
  })
  await updateAttributed(db, numbers, change)
  if (recoding !== undefined) await updateRecoded(db, recoding, change)
  return true
}

/** Codes that no number gives have a change of their own: a call is written once in each. */
async function findRecoding(
  db: Db,
  customerId: string,
  numbers: readonly NumberToAttribute[],
): Promise<Recoding | undefined> {
  const next = await selectRecoding(db, customerId)
  const isGiven = codedFields.some((field) => field === next?.type)
  return numbers.length === 0 || isGiven ? next : undefined
}

/** All that a number would stand for. */
export interface TimelineOfNumber {
  number: string
  assignments: readonly (Pick<Assignment, AttributedField> & {
    id?: string | undefined
    from: string | null
    until: string | null
  })[]
}

/** How many calls would be attributed otherwise at a snapshot, and the newest of them. */
export async function previewAttribution(
  { db, calls, seen }: { db: Db; calls: CallStore; seen: number },
  { customerId, timelines }: { customerId: string; timelines: readonly TimelineOfNumber[] },
  limit: number,
) {
  const [numberFirst, merged] = await Promise.all([
    selectNumberFirst(db, customerId),
    selectMergedCodesOf(db, customerId),
  ])
  let count = 0
  const examples: Awaited<ReturnType<typeof selectExamples>> = []
  const called = await withCalls(calls, customerId, timelines)
  for (const some of inPartsOf(numbersPerQuery, called)) {
    const numbers = some.map(({ number }) => number)
    const standings = some.flatMap((timeline) => standingsOf(timeline, merged))
    const part = { customerId, numbers, standings, numberFirst, merged }
    const counted = await countAt(calls, part, seen)
    count += counted.calls
    if (counted.calls > 0 && limit > 0) examples.push(...(await selectExamples(calls, part, { seen, limit })))
  }
  const newest = examples.toSorted((one, other) => (one.started < other.started ? 1 : -1)).slice(0, limit)
  return { calls: count, examples: newest }
}

function standingsOf({ number, assignments }: TimelineOfNumber, merged: MergedCodes): StandingOfNumber[] {
  return assignments.map(({ id, from, until, ...values }) => ({
    number,
    // One that is not there yet is another one than any.
    id: id ?? emptyGuid,
    fromMs: from === null ? -Infinity : Date.parse(from),
    untilMs: until === null ? Infinity : Date.parse(until),
    values: withMergedCodes(
      valuesOf((field) => values[field] ?? ''),
      merged,
    ),
  }))
}

function valuesOf(of: (field: AttributedField) => string): AttributedValues {
  return {
    source: of('source'),
    medium: of('medium'),
    campaign: of('campaign'),
    keyword: of('keyword'),
    location: of('location'),
    rotationgroup: of('rotationgroup'),
    network: of('network'),
    targetNumber: of('targetNumber'),
  }
}

/** Those that calls have; of few not worth a question. */
async function withCalls<One extends { number: string }>(
  calls: CallStore,
  customerId: string,
  numbers: readonly One[],
): Promise<readonly One[]> {
  if (numbers.length <= numbersPerQuery) return numbers
  const called: One[] = []
  for (const some of inPartsOf(namesPerQuery, numbers)) {
    const found = await selectCalled(calls, { customerId, numbers: some.map(({ number }) => number) })
    called.push(...some.filter(({ number }) => found.has(number)))
  }
  return called
}

async function readParts(
  db: Db,
  {
    customerId,
    called,
    merged,
  }: { customerId: string; called: readonly { number: string }[]; merged: MergedCodes },
): Promise<Attributing[]> {
  const numberFirst = await selectNumberFirst(db, customerId)
  const parts: Attributing[] = []
  for (const some of inPartsOf(numbersPerQuery, called)) {
    const names = some.map(({ number }) => number)
    const stored = await selectStandings(db, { customerId, numbers: names })
    const standings = stored.map((one) => standingOf(one, merged))
    parts.push({ customerId, numbers: names, standings, numberFirst, merged })
  }
  return parts
}

const hourMs = 3_600_000

/** A start in each hour in which calls may be changed. */
function* hoursBetween(counts: readonly { firstMs: number; lastMs: number }[]): Generator<number> {
  const lastMs = Math.max(...counts.map((count) => count.lastMs))
  for (let ms = Math.min(...counts.map((count) => count.firstMs)); ms < lastMs; ms += hourMs) yield ms
  yield lastMs
}
