import type { Returned } from '@callboard/contract/endpoint'
import type { Entity } from '@callboard/contract/entities'
import type * as endpoints from '@callboard/contract/entity-merges'
import { isMergedType, type MergedType } from '@callboard/contract/merged-types'
import { shownCalls } from '@callboard/contract/numbers'
import { changeBy } from '../../access/callers/actor.ts'
import { type Caller, holds } from '../../access/callers/caller.ts'
import {
  type EntityVisibility,
  getEntityVisibility,
  requireEntityType,
  requireUnrestricted,
} from '../../access/rows/entity-visibility.ts'
import { lockEntities } from '../../db/records/lock-entities.ts'
import { updateRecord } from '../../db/records/records.ts'
import type { Db } from '../../db/tables/schema.ts'
import { resumeAttribution } from '../../jobs/attribution.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import type { Ingest } from '../ingest/ingest.ts'
import * as mergeStore from './merge-store.ts'
import * as store from './store.ts'

export interface MergeParts {
  db: Db
  ingest: { attribution: Pick<Ingest['attribution'], 'previewCode' | 'forget'> }
  queue: Pick<JobQueue, 'add'>
}

/** One that can be merged. */
type Mergeable = Entity & { type: MergedType; customerId: string }

/**
 * Throws `invalid` for an entity of a type whose codes are facts, of no customer, or of another one than the other, `conflict`
 * for one that is merged already, `notFound` and `forbidden`.
 */
export async function mergeEntity(
  parts: MergeParts,
  caller: Caller,
  { id, intoId, preview }: { id: string; intoId: string; preview: boolean },
): Promise<Returned<typeof endpoints.mergeEntity>> {
  const { db, ingest } = parts
  const visibility = await changingVisibility(db, caller)
  if (preview) {
    const { type, code, customerId } = await findBoth(db, caller, { visibility, id, intoId })
    const limit = holds(caller, 'reporting.call.details') ? shownCalls : 0
    const { calls, examples } = await ingest.attribution.previewCode({ type, code, customerId }, limit)
    return {
      calls,
      examples: examples.map((one) => ({ id: one.call_id, number: one.call_number, startedAt: one.started })),
    }
  }
  const merged = await changeBy(db, caller, async (transaction) => {
    // Two merges at once could form a circle.
    await lockEntities(transaction)
    const entity = await findBoth(transaction, caller, { visibility, id, intoId })
    await mergeStore.insertRecoding(transaction, entity)
    await updateRecord(transaction, 'entity', { id, values: { mergedIntoId: intoId, isActive: false } })
    return await store.selectWrittenEntity(transaction, visibility, id)
  })
  await follow(parts, merged.customerId)
  return merged
}

/** Throws `conflict` for an entity that is not merged, `notFound` and `forbidden`. */
export async function separateEntity(
  parts: MergeParts,
  caller: Caller,
  { id }: { id: string },
): Promise<Returned<typeof endpoints.separateEntity>> {
  const { db } = parts
  const visibility = await changingVisibility(db, caller)
  const separated = await changeBy(db, caller, async (transaction) => {
    await lockEntities(transaction)
    const entity = await findMergeable(transaction, caller, { visibility, id })
    if (entity.mergedIntoId === null)
      throw new AppError('conflict', `${entity.name} is not merged into another one.`)
    await mergeStore.insertRecoding(transaction, entity)
    await updateRecord(transaction, 'entity', { id, values: { mergedIntoId: null, isActive: true } })
    return await store.selectWrittenEntity(transaction, visibility, id)
  })
  await follow(parts, separated.customerId)
  return separated
}

/** Throws `forbidden` where the caller sees only some: calls with another code are seen by others. */
async function changingVisibility(db: Db, caller: Caller): Promise<EntityVisibility> {
  const visibility = await getEntityVisibility(db, caller)
  requireUnrestricted(visibility, 'merge entities')
  return visibility
}

interface Finding {
  visibility: EntityVisibility
  id: string
}

async function findMergeable(db: Db, caller: Caller, { visibility, id }: Finding): Promise<Mergeable> {
  const { type, customerId, ...entity } = orNotFound(await store.selectEntity(db, visibility, id))
  requireEntityType(caller, type, 'edit')
  if (!isMergedType(type))
    throw new AppError(
      'invalid',
      'Entities of this type cannot be merged: their codes are facts of the call.',
    )
  if (customerId === null)
    throw new AppError('invalid', 'Only entities of a customer can be merged. This one applies to all.')
  return { ...entity, type, customerId }
}

/** The one that is to be merged, once it is known that it can be merged into the other. */
async function findBoth(
  db: Db,
  caller: Caller,
  { intoId, ...finding }: Finding & { intoId: string },
): Promise<Mergeable> {
  const entity = await findMergeable(db, caller, finding)
  if (entity.mergedIntoId !== null)
    throw new AppError('conflict', `${entity.name} is merged into ${entity.mergedIntoName} already.`)
  const wrong = (description: string) => new AppError('invalid', description, { field: 'intoId' })
  const into = await store.selectEntity(db, finding.visibility, intoId)
  if (into === undefined) throw wrong('There is no such entity.')
  if (into.id === entity.id) throw wrong('An entity cannot be merged into itself.')
  if (into.type !== entity.type || into.customerId !== entity.customerId)
    throw wrong('Both have to be of the same type and customer.')
  if (into.mergedIntoId !== null)
    throw wrong(`${into.name} is merged into ${into.mergedIntoName}. Choose that one.`)
  return entity
}

/** Calls that come in get the code that they are to have at once; earlier ones follow. */
async function follow({ db, ingest, queue }: MergeParts, customerId: string | null): Promise<void> {
  if (customerId !== null) ingest.attribution.forget(customerId)
  await resumeAttribution(db, queue)
}
