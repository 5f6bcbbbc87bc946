import { z } from 'zod'
import type { ArrivedCall } from '../../../db/arrived-call.ts'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { type Actor, change } from '../../../db/records/change.ts'
import { instantParam } from '../../../db/calls/row-values.ts'
import { revisionConflict } from '../../../db/records/revision-conflict.ts'
import type { Fence } from '../../../db/calls/fenced-calls.ts'
import type { Db, Transaction } from '../../../db/tables/schema.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import {
  type CallEdit,
  type CallValues,
  columnsOf,
  isSame,
  ownAfter,
  type OwnValues,
  shownValues,
  valuesOfRow,
} from './annotation.ts'
import * as store from './annotation-store.ts'
import { changeColumns } from '../changes/columns-store.ts'
import { noteChanged } from '../changes/outbox-store.ts'
import { callName } from '../../../db/call-name.ts'
import type { HeldLease } from '../writer-lease/held-lease.ts'
import type { Journal } from '../journal/journal.ts'
import type { ChangeToWrite, UndoableChanges } from '../changes/undoable-changes.ts'

/** What an edit is written by. */
export interface AnnotationWriter {
  calls: CallStore
  journal: Journal
  changes: UndoableChanges
  held: Pick<HeldLease, 'fence'>
  /** Calls cannot be written at the moment. */
  flusher: { isFailing: boolean }
}

export interface Annotating {
  db: Db
  /** Throws where another process writes calls. */
  writer: () => AnnotationWriter
  /** The calls can be read as they were edited. */
  onEdited: (calls: readonly ArrivedCall[]) => void
}

/** Who edits which calls, all of which they may see. */
export interface Editing {
  actor: Actor & { userId: string }
  /** By the id of the call, with the customer it belongs to. */
  calls: ReadonlyMap<string, string>
  /** Of a single call: the edit fails when its annotation is another one. */
  revision?: number | undefined
}

export interface Edited {
  changed: number
  unchanged: number
  /** By which it can be undone; null when nothing was changed. */
  change: number | null
}

interface Plan {
  edited: (store.AnnotationToWrite & store.ShownCall)[]
  calls: ArrivedCall[]
}

const maxWaitMs = 20_000
const retryAfterSeconds = 10

/**
 * What people say of calls (docs/decisions/0024-annotations.md). An edit is a change of calls like any other; it has happened
 * when PostgreSQL has committed it with its records, and is undone or completed by that after a crash.
 */
export class Annotations {
  readonly #annotating: Annotating

  constructor(annotating: Annotating) {
    this.#annotating = annotating
  }

  /** Undefined when nobody has edited the call yet. */
  async find(id: string): Promise<store.StoredAnnotation | undefined> {
    return (await store.selectAnnotations(this.#annotating.db, [id])).get(id)
  }

  /** Edits all of them or, when it throws, none. Resolves when every answer sees it. */
  async edit(editing: Editing, edit: CallEdit): Promise<Edited> {
    return await this.#run(editing, (before) => ownAfter(before, edit))
  }

  /** The calls of an edit by this person that nobody has edited since. */
  async listUndoable(userId: string, undone: number): Promise<string[]> {
    return await store.selectIdsOfChange(this.#annotating.db, { change: undone, userId })
  }

  /** Takes back that edit of these calls. */
  async undo(editing: Editing, undone: number): Promise<Edited> {
    const { userId } = editing.actor
    const wanted = { change: undone, userId }
    // Asked again while nothing is written, as somebody may have edited one of them meanwhile.
    const stillOf = async () => new Set(await store.selectIdsOfChange(this.#annotating.db, wanted))
    return await this.#run(editing, ({ ownBefore }) => ownBefore, stillOf)
  }

  async #run(
    editing: Editing,
    next: (before: Before) => OwnValues,
    only: () => Promise<ReadonlySet<string>> = async () => new Set(editing.calls.keys()),
  ): Promise<Edited> {
    const { writer: findWriter, onEdited } = this.#annotating
    const writer = findWriter()
    if (writer.flusher.isFailing) throw unavailable()
    const timeouts = AbortSignal.timeout(maxWaitMs)
    let number: number | null = null
    const done = writer.changes.runPlanned({
      plan: async () => {
        if (timeouts.aborted) throw unavailable()
        return await this.#plan(editing, { next, only: await only(), calls: writer.calls })
      },
      startsMs: ({ edited }) => edited.map(({ startedAt }) => Date.parse(startedAt)),
      write: async (toWrite, plan) => {
        number = toWrite.number
        await this.#write(toWrite, plan, { by: editing.actor, writer })
      },
    })
    const plan = await Promise.race([done, rejectionAfter(timeouts, () => number === null)])
    if (plan === undefined) return { changed: 0, unchanged: editing.calls.size, change: null }
    onEdited(plan.calls)
    const changed = plan.edited.length
    return { changed, unchanged: editing.calls.size - changed, change: number }
  }

  /** Undefined when there is nothing to change. */
  async #plan(
    { calls: asked, revision, actor }: Editing,
    { next, only, calls }: Edits & { calls: CallStore },
  ): Promise<Plan | undefined> {
    const { db } = this.#annotating
    const ids = [...asked.keys()].filter((id) => only.has(id))
    const customerIds = [...new Set(asked.values())]
    const current = await store.selectCurrentCalls(calls, { customerIds, ids })
    if (current.length < ids.length) throw notFound()
    const stored = await store.selectAnnotations(db, ids)
    const currencies = await store.selectCurrencies(db, customerIds)
    const plan: Plan = { edited: [], calls: [] }
    for (const call of current) {
      const { id, customerId, startedAt } = call
      const known = stored.get(id)
      if (revision !== undefined && revision !== (known?.revision ?? 0))
        throw await this.#conflict(id, revision, actor)
      const { sent, own, own_before: ownBefore } = known ?? { sent: call.values, own: {}, own_before: {} }
      const after = next({ sent, own, ownBefore, currency: currencies.get(customerId) ?? '' })
      if (isSame(after, own)) continue
      plan.edited.push({
        id,
        customerId,
        startedAt,
        name: callName(call),
        sent,
        own: after,
        shown: shownValues(sent, after),
      })
      plan.calls.push({ ...call, startedAt: instantParam(startedAt) })
    }
    return plan.edited.length === 0 ? undefined : plan
  }

  async #conflict(id: string, revision: number, by: Actor): Promise<AppError> {
    if ((await this.find(id)) === undefined) {
      const description = 'This call has no edits yet. Its revision is 0.'
      return new AppError('revisionConflict', description, { field: 'revision' })
    }
    return await change(
      this.#annotating.db,
      by,
      async (transaction) => await revisionConflict(transaction, 'call', { id, revision }),
    )
  }

  async #write(
    toWrite: ChangeToWrite,
    { edited, calls }: Plan,
    { by, writer }: { by: Editing['actor']; writer: AnnotationWriter },
  ): Promise<void> {
    const { number } = toWrite
    const { journal, held } = writer
    await journal.withScratch(store.encodeShown(number, edited), async (path) => {
      await changeColumns(writer.calls, toWrite, { ...store.annotationColumns, changed: edited, path })
    })
    await change(this.#annotating.db, by, async (transaction: Transaction) => {
      await held.fence(transaction)
      await store.insertAnnotations(transaction, edited, { number, userId: by.userId })
      await noteChanged(transaction, number, calls)
    })
  }
}

interface Edits {
  next: (before: Before) => OwnValues
  only: ReadonlySet<string>
}

interface Before {
  sent: CallValues
  own: OwnValues
  ownBefore: OwnValues
  /** The customer's. */
  currency: string
}

const Row = z.record(z.string(), z.unknown())

/** The lines of calls that are about to be inserted, with what people say of them over what the source sends. */
export async function withAnnotations(
  { db, fence }: { db: Db; fence: Fence },
  entries: readonly { id: string; line: Buffer }[],
): Promise<Map<string, string>> {
  const lines = new Map<string, string>()
  const stored = await store.selectAnnotations(
    db,
    entries.map(({ id }) => id),
  )
  if (stored.size === 0) return lines
  const newer: Pick<store.StoredAnnotation, 'id' | 'sent'>[] = []
  for (const { id, line } of entries) {
    const annotation = stored.get(id)
    if (annotation === undefined) continue
    const row = Row.parse(JSON.parse(line.toString()))
    const sent = valuesOfRow(row)
    if (!isSame(sent, annotation.sent)) newer.push({ id, sent })
    lines.set(id, JSON.stringify({ ...row, ...columnsOf(shownValues(sent, annotation.own)) }))
  }
  if (newer.length > 0) {
    await db.transaction().execute(async (transaction) => {
      await fence(transaction)
      await store.updateSent(transaction, newer)
    })
  }
  return lines
}

function unavailable(): AppError {
  return new AppError('unavailable', 'Calls cannot be edited right now. Try again in a moment.', {
    retryAfterSeconds,
  })
}

/** Rejects when the time is over and the work has not begun. */
async function rejectionAfter(timeouts: AbortSignal, isWaiting: () => boolean): Promise<never> {
  return await new Promise((_resolve, reject) => {
    timeouts.addEventListener('abort', () => isWaiting() && reject(unavailable()), { once: true })
  })
}
