import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { selectDeletions } from './call-check-store.ts'
import { countTakenOut, selectHiddenByChanges } from './consistency-store.ts'

const rowBatchSize = 1_000_000
/** More are not one fault but a damaged store. */
const maxHidden = 10_000

/**
 * The calls of which changes up to one took out all versions, though no deletion is on record. Throws when they are too
 * many to be told apart from the rest.
 */
export async function findHiddenCalls(
  { calls, db }: { calls: CallStore; db: Db },
  to: number,
): Promise<string[]> {
  const { rows, oldest } = await countTakenOut(calls, to)
  if (rows === 0) return []
  const deletions = await selectDeletions(db, { since: oldest })
  const parts = Math.ceil(rows / rowBatchSize)
  const hidden: string[] = []
  for (let part = 0; part < parts; part++) {
    const limit = maxHidden + 1 - hidden.length
    hidden.push(...(await selectHiddenByChanges(calls, { to, deletions, part, parts, limit })))
    if (hidden.length > maxHidden)
      throw new Error(
        `more than ${maxHidden} calls were hidden that nobody deleted; run: npm run repair-calls`,
      )
  }
  return hidden
}
