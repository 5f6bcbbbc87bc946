import {
  type Annotation,
  type AnnotationEdit,
  annotationFields,
  type AnnotationsEdit,
  type CallValues,
  type ReusedField,
} from '@callboard/contract/annotations'
import { z } from 'zod'
import { actorOf } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import type { CallerReading } from '../../access/rows/caller-reading.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { selectFieldValues } from '../../report-engine/plan/parameter-values.ts'
import { listCallsById } from '../../report-engine/details/calls-by-id.ts'
import { getField } from '../../report-engine/sql/fields.ts'
import { listVisibleCalls } from '../../report-engine/sql/visible-calls.ts'
import { listChanges } from '../change-tracking/change-tracking.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { getCall } from './calls.ts'

interface Editing extends CallerReading {
  ingest: Ingest
}

const historySize = 20

// The route parses them by the contract's schema, once.
const ParsedLater = z.custom<CallValues>()

/** Throws `notFound` for a call that one may not see. */
export async function getAnnotation(editing: Editing, { id }: { id: string }): Promise<Annotation> {
  const { db, ingest, caller } = editing
  const call = await getCall(editing, id)
  const stored = await ingest.annotations.find(id)
  const { items } = await listChanges(
    { db, caller },
    { tableType: 'call', recordId: id },
    { cursor: undefined, pageSize: historySize, withTotal: false },
  )
  const { tags, note, leadStatus, score, value, currency } = call
  const shown = { tags, note, leadStatus, score, value, currency }
  const { cost: _, ...source } = stored?.sent ?? { ...shown, cost: null }
  return {
    id,
    ...shown,
    setFields: annotationFields.filter((field) => stored?.own[field] !== undefined),
    source,
    revision: stored?.revision ?? 0,
    history: items.map(({ id: changeId, at, userName, fullName, changes }) => ({
      id: changeId,
      at,
      userName,
      fullName,
      changes,
    })),
  }
}

/** Throws `notFound`, and `revisionConflict` when the given revision is no longer the current one. */
export async function updateAnnotation(editing: Editing, { id, ...edit }: AnnotationEdit & { id: string }) {
  const { revision, giveBack, ...set } = edit
  requireOneWish(edit)
  const calls = await visibleCalls(editing, [id])
  const by = { actor: editorOf(editing.caller), calls, revision }
  const { change } = await editing.ingest.annotations.edit(by, { set, giveBack })
  return { ...(await getAnnotation(editing, { id })), change }
}

/** What calls say now that are edited at once. Throws `notFound` when one of them is unknown, or may not be seen. */
export async function listAnnotations(
  { db, calls, snapshots, caller, signal }: CallerReading,
  { ids }: { ids: readonly string[] },
): Promise<{ items: CallValues[] }> {
  const wanted = [...new Set(ids)]
  const scope = await Scope.of(db, caller)
  const columns = ['id', ...annotationFields, 'currency']
  const items = await listCallsById(scope, { ids: wanted, columns }, { calls, snapshots, signal })
  if (items.length < wanted.length) throw notFound()
  return { items: items.map((call) => ParsedLater.parse(call)) }
}

/** Throws `notFound` when one of the calls is unknown, or may not be seen. */
export async function updateAnnotations(editing: Editing, edit: AnnotationsEdit) {
  const { ids, addTags, removeTags, giveBack, ...set } = edit
  requireOneWish(edit)
  const calls = await visibleCalls(editing, ids)
  const by = { actor: editorOf(editing.caller), calls }
  return await editing.ingest.annotations.edit(by, { set, addTags, removeTags, giveBack })
}

/** Throws `conflict` when nothing of that edit is left to undo, or it was none of this person. */
export async function undoAnnotations(editing: Editing, { change }: { change: number }) {
  const { ingest, caller } = editing
  const ids = await ingest.annotations.listUndoable(caller.userId, change)
  const visible = ids.length === 0 ? new Map<string, string>() : await listVisible(editing, ids)
  if (visible.size === 0) {
    throw new AppError('conflict', 'There is nothing left to undo: the calls were edited again since.')
  }
  return await ingest.annotations.undo({ actor: editorOf(caller), calls: visible }, change)
}

/** Tags or lead statuses that are in use, the most frequent first. */
export async function listAnnotationValues(
  { db, calls, snapshots, caller }: CallerReading,
  { field, keyword }: { field: ReusedField; keyword?: string | undefined },
): Promise<{ items: string[] }> {
  const scope = await Scope.of(db, caller)
  const since = Temporal.Now.instant().subtract({ hours: hoursOfYear }).toString()
  const search = { keyword, offset: 0, limit: valuesLimit, alsoMatching: [], since }
  const asked = getField(field === 'tags' ? 'tag' : field)
  const { values } = await selectFieldValues(scope, asked, { calls, snapshots, search })
  return { items: values }
}

const valuesLimit = 50
const hoursOfYear = 365 * 24

async function visibleCalls(editing: Editing, ids: readonly string[]): Promise<Map<string, string>> {
  const visible = await listVisible(editing, ids)
  if (ids.some((id) => !visible.has(id))) throw notFound()
  return visible
}

async function listVisible({ db, calls, snapshots, caller, signal }: Editing, ids: readonly string[]) {
  const scope = await Scope.of(db, caller)
  return await listVisibleCalls(scope, ids, { calls, snapshots, signal })
}

function editorOf(caller: Caller) {
  return { ...actorOf(caller), userId: caller.userId }
}

/** A field is either set or given back. */
function requireOneWish(edit: AnnotationEdit | AnnotationsEdit): void {
  const given = edit.giveBack?.find((field) => edit[field] !== undefined)
  if (given !== undefined)
    throw new AppError('invalid', `The field ${given} is either set or given back.`, { field: given })
  if (!('ids' in edit)) return
  const isAdding = edit.addTags !== undefined || edit.removeTags !== undefined
  if (isAdding && (edit.tags !== undefined || edit.giveBack?.includes('tags') === true)) {
    const description = 'Tags are either added and removed, or set, or given back.'
    throw new AppError('invalid', description, { field: 'tags' })
  }
}
