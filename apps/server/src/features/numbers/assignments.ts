import type {
  AssignmentPreview,
  assignmentEndpoints,
  NumberAssignment,
} from '@callboard/contract/number-assignments'
import type { Body, Returned } from '@callboard/contract/endpoint'
import type { Assignment, GivenAssignment } from '@callboard/contract/numbers'
import type { Caller } from '../../access/callers/caller.ts'
import { getEntityVisibility } from '../../access/rows/entity-visibility.ts'
import type { ListPage } from '../../db/records/list-page.ts'
import { newIds } from '../../db/records/new-ids.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import * as assignmentStore from './assignment-store.ts'
import { plannedFrom } from './given-values.ts'
import { carryOut, type NumberParts, previewPlan } from './number-changes.ts'
import { type Plan, planTimeline } from './plan-edit.ts'

type Endpoints = typeof assignmentEndpoints

export async function listAssignments(
  { db }: Pick<NumberParts, 'db'>,
  caller: Caller,
  search: Body<Endpoints['search']>,
): Promise<ListPage<NumberAssignment>> {
  return await assignmentStore.selectAssignments(db, await getEntityVisibility(db, caller), search)
}

/** Throws `notFound` also for one of a number that the caller may not see. */
export async function getAssignment(
  { db }: Pick<NumberParts, 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<NumberAssignment> {
  const visibility = await getEntityVisibility(db, caller)
  return orNotFound(await assignmentStore.selectAssignment(db, visibility, id))
}

/** Throws as `editNumbers`. */
export async function createAssignment(
  parts: NumberParts,
  caller: Caller,
  { preview, number, customerId: askedFor, ...given }: Body<Endpoints['create']> & { preview: boolean },
): Promise<Returned<Endpoints['create']>> {
  const customerId = askedFor ?? caller.customerId
  if (customerId === null)
    throw new AppError('invalid', 'Say which customer has this number.', { field: 'customerId' })
  const [id = ''] = await newIds(parts.db, 1)
  const plan = async (db: Db) =>
    await planTimeline(db, caller, {
      customerId,
      number,
      makeTimeline: (before, customer) => [...before, { ...plannedFrom(given, customer, ''), id }],
    })
  if (preview) return await previewOf(parts, caller, await plan(parts.db))
  await carryOut(parts, caller, { plan })
  return await getAssignment(parts, caller, { id })
}

/** What is left out stays. Throws as `editNumbers`. */
export async function updateAssignment(
  parts: NumberParts,
  caller: Caller,
  { id, preview, revision, ...given }: Body<Endpoints['update']> & { id: string; preview: boolean },
): Promise<Returned<Endpoints['update']>> {
  const plan = planOf(caller, {
    id,
    revision,
    makeOther: (one) => ({ ...one, ...given }),
  })
  if (preview) return await previewOf(parts, caller, await plan(parts.db))
  await carryOut(parts, caller, { plan })
  return await getAssignment(parts, caller, { id })
}

/** Throws as `editNumbers`. */
export async function deleteAssignment(
  parts: NumberParts,
  caller: Caller,
  { id, preview }: { id: string; preview: boolean },
): Promise<Returned<Endpoints['remove']>> {
  const plan = planOf(caller, { id, makeOther: () => undefined })
  if (preview) return await previewOf(parts, caller, await plan(parts.db))
  await carryOut(parts, caller, { plan })
  return undefined
}

/** Makes another one of an assignment, or none, wherever its number has it by then. */
function planOf(
  caller: Caller,
  {
    id,
    revision,
    makeOther,
  }: {
    id: string
    revision?: number | undefined
    makeOther: (one: Assignment) => GivenAssignment | undefined
  },
) {
  return async (db: Db): Promise<Plan> => {
    const current = await getAssignment({ db }, caller, { id })
    if (revision !== undefined && revision !== current.revision)
      throw new AppError('revisionConflict', 'Somebody else has changed this assignment. Load it again.', {
        field: 'revision',
      })
    return await planTimeline(db, caller, {
      numberId: current.numberId,
      makeTimeline: (before, customer) =>
        before.flatMap((one) => {
          if (one.id !== id) return [one]
          const other = makeOther(one)
          return other === undefined ? [] : [plannedFrom(other, customer, '')]
        }),
    })
  }
}

async function previewOf(parts: NumberParts, caller: Caller, plan: Plan): Promise<AssignmentPreview> {
  const { calls, examples } = await previewPlan(parts, caller, plan)
  return { calls, examples }
}
