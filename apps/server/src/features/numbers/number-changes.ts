import { attributedFields } from '@callboard/contract/attributed-fields'
import type { Body, Returned } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/numbers'
import { type NumberEdit, type NumberPreview, shownCalls } from '@callboard/contract/numbers'
import { changeBy } from '../../access/callers/actor.ts'
import { type Caller, holds } from '../../access/callers/caller.ts'
import { getEntityVisibility, isRestricted } from '../../access/rows/entity-visibility.ts'
import { Scope } from '../../access/rows/scope.ts'
import { mapItems } from '../../db/records/list-page.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { resumeAttribution } from '../../jobs/attribution.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { inPartsOf } from '../../lib/in-parts-of.ts'
import type { Ingest } from '../ingest/ingest.ts'
import * as changeStore from './change-store.ts'
import { editingVisibility } from './given-values.ts'
import { type Plan, planEditedTimeline, planUndoing, planWanted } from './plan-edit.ts'
import { type EditOfMany, readWanted } from './wanted-numbers.ts'
import { addWritingJob } from './writing-job.ts'
import { lockNumbers, writeTimelines } from './write-timelines.ts'

export interface NumberParts {
  db: Db
  ingest: { attribution: Pick<Ingest['attribution'], 'preview' | 'forget'> }
  queue: Pick<JobQueue, 'add'>
}

type Changed = Returned<typeof endpoints.editNumbers>

/** How many numbers an edit writes itself, while others wait for the database. */
const maxInOneTransaction = 1000
/** Of an edit of more. */
const numbersOfPart = 50

/** Throws as `editNumbers` does, but for what others do meanwhile. */
export async function previewNumberEdit(
  parts: NumberParts,
  caller: Caller,
  edit: NumberEdit,
): Promise<NumberPreview> {
  const { db } = parts
  const plan =
    edit.kind === 'timeline'
      ? await planEditedTimeline(db, caller, edit)
      : await planWanted(db, await readWanted(db, caller, edit))
  return await previewPlan(parts, caller, plan)
}

/** What a plan would do. */
export async function previewPlan(
  { ingest }: Pick<NumberParts, 'ingest'>,
  caller: Caller,
  plan: Plan,
): Promise<NumberPreview> {
  const seesCalls = holds(caller, 'reporting.call.details')
  const { calls, examples } = await ingest.attribution.preview(previewOf(plan), seesCalls ? shownCalls : 0)
  return {
    calls,
    numbers: plan.numbers.length,
    added: addedBy(plan),
    examples: examples.map(({ call_id: id, call_number: number, started: startedAt, before, after }) => ({
      id,
      number,
      startedAt,
      changes: attributedFields.flatMap((field, at) => {
        const [from = '', to = ''] = [before[at], after[at]]
        return from === to ? [] : [{ field, from: from === '' ? null : from, to: to === '' ? null : to }]
      }),
    })),
  }
}

/**
 * Throws `invalid` for assignments that overlap, end before they begin or name what is not there, `notFound` for numbers that
 * the caller may not see, `forbidden`, and `revisionConflict`.
 */
export async function editNumbers(parts: NumberParts, caller: Caller, edit: NumberEdit): Promise<Changed> {
  if (edit.kind !== 'timeline') return await editMany(parts, caller, edit)
  const { revision } = edit
  return await carryOut(parts, caller, {
    plan: async (db) => await planEditedTimeline(db, caller, edit),
    revision,
  })
}

async function editMany(parts: NumberParts, caller: Caller, edit: EditOfMany): Promise<Changed> {
  const wanted = await readWanted(parts.db, caller, edit)
  if (wanted.numbers.length <= maxInOneTransaction)
    return await carryOut(parts, caller, { plan: async (db) => await planWanted(db, wanted) })
  const plan = await planWanted(parts.db, wanted)
  const isNeeded = new Set(plan.numbers.map(({ number }) => number))
  for (const { id, number } of plan.named) if (id === undefined) isNeeded.add(number)
  const needed = wanted.numbers.filter(({ number }) => isNeeded.has(number))
  return await carryOutInParts(parts, caller, {
    plan,
    toWrite: Array.from(inPartsOf(numbersOfPart, needed), (some) => ({ wanted: some })),
  })
}

interface Planning {
  /** Made twice: the second time of what stands once nobody else can change it. */
  plan: (db: Db) => Promise<Plan>
  /** Of the timeline that it rests on. */
  revision?: number | undefined
  /** Once it is written. */
  afterwards?: (transaction: Transaction, change: string) => Promise<void>
}

/** Changes what numbers stand for as it is planned. Throws as the plan, and `revisionConflict`. */
export async function carryOut(
  parts: NumberParts,
  caller: Caller,
  { plan: makePlan, revision, afterwards }: Planning,
): Promise<Changed> {
  const { db, ingest, queue } = parts
  const planned = await makePlan(db)
  const { calls } = await ingest.attribution.preview(previewOf(planned), 0)
  const { customerId } = planned
  const written = await changeBy(db, caller, async (transaction) => {
    const locked = await lockNumbers(transaction, planned)
    const isOther = revision !== undefined && [...locked.values()].some((current) => current !== revision)
    if (isOther && planned.numbers.length > 0)
      throw new AppError(
        'revisionConflict',
        'Somebody else has changed what this number stands for. Load it again.',
        { field: 'revision' },
      )
    const plan = await makePlan(transaction)
    const numbers = plan.numbers.length
    if (numbers === 0) return { id: null, numbers }
    const id = await changeStore.insertChange(transaction, { ...ofPlan(plan, caller), calls })
    await changeStore.insertWrittenPart(transaction, id, await writeTimelines(transaction, plan, id))
    await afterwards?.(transaction, id)
    return { id, numbers }
  })
  // Calls that come in are attributed by what was changed at once; earlier ones follow.
  ingest.attribution.forget(customerId)
  await resumeAttribution(db, queue)
  return { change: written.id, calls, numbers: written.numbers, numbersLeft: 0, added: addedBy(planned) }
}

/** Notes what is planned of very many numbers, to be written one part after the other. */
async function carryOutInParts(
  { db, ingest, queue }: NumberParts,
  caller: Caller,
  {
    plan,
    toWrite,
    afterwards,
  }: { plan: Plan; toWrite: readonly changeStore.PartToWrite[] } & Pick<Planning, 'afterwards'>,
): Promise<Changed> {
  const { calls } = await ingest.attribution.preview(previewOf(plan), 0)
  const numbers = plan.numbers.length
  const answer = { calls, numbers, added: addedBy(plan) }
  if (toWrite.length === 0) return { ...answer, change: null, numbersLeft: 0 }
  const id = await changeBy(db, caller, async (transaction) => {
    const added = await changeStore.insertChange(transaction, { ...ofPlan(plan, caller), calls })
    await changeStore.insertPartsToWrite(transaction, added, toWrite)
    await afterwards?.(transaction, added)
    return added
  })
  await addWritingJob(queue)
  return { ...answer, change: id, numbersLeft: numbers }
}

/** Throws `conflict` when its numbers are not as it left them, `notFound` and `forbidden`. */
export async function undoNumberChange(
  parts: NumberParts,
  caller: Caller,
  { id }: { id: string },
): Promise<Changed> {
  const { db } = parts
  const { scope } = await editingVisibility(db, caller)
  const found = await changeStore.selectChange(db, id)
  const { customerId } = orNotFound(found && scope.coversCustomer(found.customerId) ? found : undefined)
  const undone = await changeStore.selectParts(db, id)
  const makePlan = async (reading: Db): Promise<Plan> => {
    const current = await changeStore.selectChange(reading, id)
    if (current?.canBeUndone !== true) throw changedSince()
    const plans: Plan[] = []
    for (const part of undone) {
      const written = await changeStore.selectWrittenPart(reading, part.id)
      const { plan, others } = await planUndoing(reading, customerId, written)
      if (others > 0) throw changedSince()
      plans.push(plan)
    }
    return {
      customerId,
      named: plans.flatMap(({ named }) => named),
      numbers: plans.flatMap(({ numbers }) => numbers),
    }
  }
  const afterwards = async (transaction: Transaction, by: string) =>
    await changeStore.updateUndone(transaction, { id, by })
  if (undone.length === 1) return await carryOut(parts, caller, { plan: makePlan, afterwards })
  const plan = await makePlan(db)
  const toWrite = undone.map(({ id: undoesId, numbers }) => ({ undoesId, numbers }))
  return await carryOutInParts(parts, caller, { plan, toWrite, afterwards })
}

function changedSince(): AppError {
  return new AppError(
    'conflict',
    'These numbers have been changed since, so this cannot be undone any longer.',
  )
}

export async function listNumberChanges(
  db: Db,
  caller: Caller,
  search: Body<typeof endpoints.searchNumberChanges>,
): Promise<Returned<typeof endpoints.searchNumberChanges>> {
  const visibility = await getEntityVisibility(db, caller)
  // Who sees only some numbers is not told what became of others.
  if (isRestricted(visibility)) return { items: [], total: 0, page: search.page, pageSize: search.pageSize }
  const { customerIds } = await Scope.of(db, caller)
  const changes = await changeStore.selectChanges(db, { ...search, customerIds })
  return mapItems(changes, (one) => ({ ...one, madeAt: one.madeAt.toISOString() }))
}

function ofPlan({ customerId, numbers }: Plan, { userId }: Caller) {
  return { customerId, madeBy: userId, numbers: numbers.length }
}

function previewOf({ customerId, numbers }: Plan) {
  return {
    customerId,
    timelines: numbers.map(({ number, after }) => ({ number, assignments: after })),
  }
}

function addedBy({ numbers }: Plan): string[] {
  return numbers.flatMap(({ id, number }) => (id === undefined ? [number] : []))
}
