import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { CallValues, isSame, shownValues } from './annotation.ts'
import * as store from './annotation-store.ts'
import { changeColumns } from '../changes/columns-store.ts'
import type { Journal } from '../journal/journal.ts'
import type { UndoableChanges } from '../changes/undoable-changes.ts'
import { inPartsOf } from '../../../lib/in-parts-of.ts'

interface Reapplying {
  db: Db
  calls: CallStore
  journal: Journal
  changes: UndoableChanges
}

const batchSize = 1_000

/** Puts what people said of calls since a change over the calls again, where the table of calls has lost it. */
export async function reapplyAnnotations(reapplying: Reapplying, since: number): Promise<void> {
  const edited = await store.selectEditedSince(reapplying.db, since)
  for (const some of inPartsOf(batchSize, edited)) await reapply(reapplying, some)
}

async function reapply(
  { db, calls, journal, changes }: Reapplying,
  edited: readonly { id: string; customerId: string }[],
): Promise<void> {
  await changes.runPlanned({
    plan: async () => {
      const ids = edited.map(({ id }) => id)
      const customerIds = [...new Set(edited.map(({ customerId }) => customerId))]
      const stored = await store.selectAnnotations(db, ids)
      const lost = (await store.selectCurrentCalls(calls, { customerIds, ids })).flatMap(
        ({ id, customerId, startedAt, values }) => {
          const annotation = stored.get(id)
          if (annotation === undefined) return []
          const shown = CallValues.parse(shownValues(annotation.sent, annotation.own))
          return isSame(shown, values) ? [] : [{ id, customerId, startedAt, shown }]
        },
      )
      return lost.length === 0 ? undefined : lost
    },
    startsMs: (lost) => lost.map(({ startedAt }) => Date.parse(startedAt)),
    write: async (toWrite, lost) => {
      await journal.withScratch(store.encodeShown(toWrite.number, lost), async (path) => {
        await changeColumns(calls, toWrite, { ...store.annotationColumns, changed: lost, path })
      })
    },
  })
}
