import { selectRecalculation, updateToUnfinished } from '../db/recalculation.ts'
import type { Db } from '../db/tables/schema.ts'
import type { JobQueue } from './queue.ts'

/** Of the job that classifies anew which missed calls were returned. */
export const recalculationName = 'recalculate-returned'

/** To be called in the transaction that changes within what time a missed call is returned. */
export async function restartRecalculation(db: Db): Promise<void> {
  await updateToUnfinished(db)
}

/** Whether some missed calls may still be returned, or not, by the setting before. To be asked before they are read. */
export async function isRecalculating(db: Db): Promise<boolean> {
  const { is_finished } = await selectRecalculation(db)
  return !is_finished
}

/** Goes on with what is not finished, if anything. */
export async function resumeRecalculation(db: Db, queue: Pick<JobQueue, 'add'>): Promise<void> {
  const { is_finished } = await selectRecalculation(db)
  if (!is_finished) await queue.add(recalculationName, {})
}
