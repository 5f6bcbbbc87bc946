import { lockEntities } from '../../db/records/lock-entities.ts'
import type { Transaction } from '../../db/tables/schema.ts'
import type { WrittenPart } from './change-store.ts'
import type { Plan } from './plan-edit.ts'
import * as store from './store.ts'
import { differences, type Planned } from './timelines.ts'

/** Adds those that are not there yet, and lets nobody else change any of them; their revisions by their ids. */
export async function lockNumbers(
  transaction: Transaction,
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

/** Writes what is planned of locked numbers; all that they stood for before, and stand for after it. */
export async function writeTimelines(
  transaction: Transaction,
  { customerId, numbers }: Plan,
  changeId: string,
): Promise<WrittenPart> {
  const planned = numbers.flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ id, ...rest }]))
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
  await store.raiseRevisions(transaction, { ids, changeId })
  const written = await store.selectTimelinesById(transaction, ids)
  return {
    before: Object.fromEntries(planned.map(({ id, before }) => [id, before])),
    after: Object.fromEntries(written.map(({ id, assignments }) => [id, assignments])),
  }
}
