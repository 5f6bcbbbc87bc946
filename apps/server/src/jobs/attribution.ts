import { findCustomerToAttribute } from '../db/number-assignments.ts'
import type { Db } from '../db/tables/schema.ts'
import type { Job, JobQueue } from './queue.ts'

const name = 'attribute-calls'

interface Attributing {
  db: Db
  ingest: { attribution: { attributeNext: () => Promise<boolean> } }
  queue: Pick<JobQueue, 'add'>
}

/** Attributes calls to what their numbers stand for, where that was changed, a customer at a time. */
export function attributionJob({ db, ingest, queue }: Attributing): Job {
  return {
    name,
    writesCalls: true,
    timeoutMinutes: 60,
    // What was lost with a crash, or with a table of calls that was put back, is found again.
    cron: '*/5 * * * *',
    work: async () => {
      if (await ingest.attribution.attributeNext()) await resumeAttribution(db, queue)
    },
  }
}

/** Goes on with what is not finished, if anything. */
export async function resumeAttribution(db: Db, queue: Pick<JobQueue, 'add'>): Promise<void> {
  if ((await findCustomerToAttribute(db)) !== undefined) await queue.add(name, {})
}
