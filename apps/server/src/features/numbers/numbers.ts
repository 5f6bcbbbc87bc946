import { isDeepStrictEqual } from 'node:util'
import { attributedFields } from '@callboard/contract/attributed-fields'
import type { Body, Returned } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/numbers'
import {
  type NumberEdit,
  type NumberPreview,
  type NumberTimeline,
  shownCalls,
} from '@callboard/contract/numbers'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/callers/actor.ts'
import { type Caller, holds, seesFigures } from '../../access/callers/caller.ts'
import { getEntityVisibility, isRestricted } from '../../access/rows/entity-visibility.ts'
import { Scope } from '../../access/rows/scope.ts'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Snapshots } from '../../db/calls/snapshots.ts'
import { change } from '../../db/records/change.ts'
import { type ListPage, mapItems } from '../../db/records/list-page.ts'
import { lockEntities } from '../../db/records/lock-entities.ts'
import type { Database } from '../../db/tables/schema.ts'
import { resumeAttribution } from '../../jobs/attribution.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { FileAnswer } from '../../http/file-answer.ts'
import { selectActivity } from './activity-store.ts'
import { exportNumbers } from './export-numbers.ts'
import { editingVisibility, type Plan, planEdit } from './plan-edit.ts'
import { type CallsOfNumbers, listHeard } from './silent-numbers.ts'
import * as store from './store.ts'
import { differences, type Planned } from './timelines.ts'

export interface NumberParts {
  db: Kysely<Database>
  ingest: { attribution: Pick<Ingest['attribution'], 'preview' | 'forget'> }
  queue: Pick<JobQueue, 'add'>
}

/** Throws `notFound` also for a number that the caller may not see, and one of no customer in particular. */
export async function getNumber(
  db: Kysely<Database>,
  caller: Caller,
  { id }: { id: string },
): Promise<NumberTimeline> {
  const [found] = await store.selectNumbersById(db, await getEntityVisibility(db, caller), [id])
  return orNotFound(found)
}

/** All of them as a file, or a page of them. */
export async function listNumbers(
  parts: CallsOfNumbers,
  caller: Caller,
  { isFile, ...search }: Body<typeof endpoints.searchNumbers> & { isFile: boolean },
): Promise<ListPage<NumberTimeline> | FileAnswer> {
  const { db } = parts
  const { silentNumberDays } = caller.settings
  const heard = search.standsFor === 'silent' ? await listHeard(parts, silentNumberDays) : undefined
  const visibility = await getEntityVisibility(db, caller)
  const found = { ...search, heard }
  return isFile ? exportNumbers(db, visibility, found) : await store.selectNumbers(db, visibility, found)
}

/** Of the numbers that the caller may see; none for those who see no figures of calls. */
export async function listNumberActivity(
  { db, calls, snapshots }: { db: Kysely<Database>; calls: CallStore; snapshots: Snapshots },
  caller: Caller,
  { numberIds }: Body<typeof endpoints.listNumberActivity>,
): Promise<Returned<typeof endpoints.listNumberActivity>> {
  if (!seesFigures(caller)) return []
  const visibility = await getEntityVisibility(db, caller)
  const numbers = await store.selectNumbersById(db, visibility, [...new Set(numberIds)])
  return await selectActivity({ calls, snapshots }, visibility.scope, numbers)
}

/** Throws as `editNumbers` does, but for what others do meanwhile. */
export async function previewNumberEdit(
  parts: NumberParts,
  caller: Caller,
  edit: NumberEdit,
): Promise<NumberPreview> {
  return await previewPlan(parts, caller, await planEdit(parts.db, caller, edit))
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
  return await carryOut(parts, caller, {
    plan: async (db) => await planEdit(db, caller, edit),
    revision: edit.kind === 'timeline' ? edit.revision : undefined,
  })
}

type Changed = Returned<typeof endpoints.editNumbers>

interface Planning {
  /** Made twice: the second time of what stands once nobody else can change it. */
  plan: (db: Kysely<Database>) => Promise<Plan>
  /** Of the timeline that it rests on. */
  revision?: number | undefined
  /** Once it is written. */
  afterwards?: (transaction: Transaction<Database>, change: string | null) => Promise<void>
}

/** Changes what numbers stand for as it is planned. Throws as the plan, and `revisionConflict`. */
export async function carryOut(
  parts: NumberParts,
  caller: Caller,
  { plan: makePlan, revision, afterwards }: Planning,
): Promise<Changed> {
  const { db, ingest } = parts
  const planned = await makePlan(db)
  const { calls } = await ingest.attribution.preview(previewOf(planned), 0)
  const written = await change(db, actorOf(caller), async (transaction) => {
    const locked = await lockNumbers(transaction, planned)
    const isOther = revision !== undefined && [...locked.values()].some((current) => current !== revision)
    if (isOther && planned.numbers.length > 0)
      throw new AppError(
        'revisionConflict',
        'Somebody else has changed what this number stands for. Load it again.',
        { field: 'revision' },
      )
    const plan = await makePlan(transaction)
    const id = await write(transaction, caller, { plan, calls })
    await afterwards?.(transaction, id)
    return { plan, id }
  })
  await follow(parts, planned.customerId)
  return { change: written.id, calls, numbers: written.plan.numbers.length, added: addedBy(planned) }
}

/** Throws `conflict` when its numbers are not as it left them, `notFound` and `forbidden`. */
export async function undoNumberChange(
  parts: NumberParts,
  caller: Caller,
  { id }: { id: string },
): Promise<Changed> {
  const visibility = await editingVisibility(parts.db, caller)
  return await carryOut(parts, caller, {
    async plan(db) {
      const { customerId, before, after, undoneById } = orNotFound(await store.selectChange(db, id))
      const numbers = await store.selectNumbersById(db, visibility, Object.keys(after))
      if (numbers.length < Object.keys(after).length) throw notFound()
      const isOther = numbers.some((number) => !isDeepStrictEqual(number.assignments, after[number.id]))
      if (undoneById !== null || isOther)
        throw new AppError(
          'conflict',
          'These numbers have been changed since, so this cannot be undone any longer.',
        )
      return {
        customerId,
        named: numbers,
        numbers: numbers.map((number) => ({
          id: number.id,
          number: number.number,
          before: number.assignments,
          after: before[number.id] ?? [],
        })),
      }
    },
    async afterwards(transaction, by) {
      if (by !== null) await store.updateUndone(transaction, { id, by })
    },
  })
}

export async function listNumberChanges(
  db: Kysely<Database>,
  caller: Caller,
  search: Body<typeof endpoints.searchNumberChanges>,
): Promise<Returned<typeof endpoints.searchNumberChanges>> {
  const visibility = await getEntityVisibility(db, caller)
  // Who sees only some numbers is not told what became of others.
  if (isRestricted(visibility)) return { items: [], total: 0, page: search.page, pageSize: search.pageSize }
  const { customerIds } = await Scope.of(db, caller)
  const changes = await store.selectChanges(db, { ...search, customerIds })
  return mapItems(changes, (one) => ({ ...one, madeAt: one.madeAt.toISOString() }))
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

/** Adds those that are not there yet, and lets nobody else change any of them; their revisions by their ids. */
async function lockNumbers(
  transaction: Transaction<Database>,
  { customerId, named }: Plan,
): Promise<Map<string, number>> {
  const unknown = named.flatMap(({ id, number }) => (id === undefined ? [number] : []))
  // Two changes may add the same number.
  if (unknown.length > 0) await lockEntities(transaction)
  const since = await store.selectNumberIds(transaction, { customerId, codes: unknown })
  const codes = unknown.filter((number) => !since.has(number))
  const added = await store.insertNumbers(transaction, { customerId, codes })
  const locked = named.map(({ id: known, number }) => {
    const id = known ?? since.get(number) ?? added.get(number)
    if (id === undefined) throw new Error(`the number ${number} was not added`)
    return { id, number, customerId }
  })
  return await store.lockTimelines(transaction, locked)
}

/** Writes what is planned of locked numbers: the id of the change; null when there is none. */
async function write(
  transaction: Transaction<Database>,
  caller: Caller,
  { plan: { customerId, numbers }, calls }: { plan: Plan; calls: number },
): Promise<string | null> {
  const planned = numbers.flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ id, ...rest }]))
  if (planned.length === 0) return null
  const changes = planned.map(({ id, number, before, after }) => {
    const { inserted, updated, deleted } = differences(before, after)
    const written = (one: Planned) => ({ ...one, entityId: id, customerId, number })
    return { inserted: inserted.map(written), updated: updated.map(written), deleted }
  })
  await store.deleteAssignments(
    transaction,
    changes.flatMap(({ deleted }) => deleted.map(({ id }) => id)),
  )
  await store.updateAssignments(
    transaction,
    changes.flatMap(({ updated }) => updated),
  )
  await store.insertAssignments(
    transaction,
    changes.flatMap(({ inserted }) => inserted),
  )
  const ids = planned.map(({ id }) => id)
  await store.raiseRevisions(transaction, ids)
  const visibility = await getEntityVisibility(transaction, caller)
  const written = await store.selectNumbersById(transaction, visibility, ids)
  return await store.insertChange(transaction, {
    customerId,
    madeBy: caller.userId,
    numbers: planned.length,
    calls,
    before: Object.fromEntries(planned.map(({ id, before }) => [id, before])),
    after: Object.fromEntries(written.map(({ id, assignments }) => [id, assignments])),
  })
}

/** Calls that come in are attributed by what was changed at once; earlier ones follow. */
async function follow({ db, ingest, queue }: NumberParts, customerId: string): Promise<void> {
  ingest.attribution.forget(customerId)
  await resumeAttribution(db, queue)
}
