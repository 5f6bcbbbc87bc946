import type { CallStore } from '../../../db/calls/call-store.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { Job } from '../../../jobs/queue.ts'
import type { Ingest } from '../ingest.ts'
import { selectUnendedCalls, type UnendedCall } from './unended-store.ts'

interface Closing {
  db: Db
  calls: CallStore
  ingest: Pick<Ingest, 'accept' | 'findCustomer' | 'settled' | 'snapshots'>
}

const hourMs = 3_600_000
const batchSize = 1000

/** Closes calls whose end was never reported. Should it come later, it replaces what is said here. */
export function callClosingJob({ db, calls, ingest }: Closing): Job {
  return {
    name: 'close-calls',
    writesCalls: true,
    cron: '*/5 * * * *',
    work: async () => {
      const { unendedCallHours } = await readSettings(db)
      const quietSince = new Date(Date.now() - unendedCallHours * hourMs)
      for (;;) {
        const seen = await ingest.snapshots.published()
        const unended = await selectUnendedCalls(calls, { quietSince, seen, limit: batchSize })
        const closed = await closeCalls(ingest, unended)
        // What could not be closed now would be found again at once.
        if (unended.length < batchSize || closed === 0) return
        await ingest.settled()
      }
    },
  }
}

async function closeCalls(ingest: Closing['ingest'], unended: readonly UnendedCall[]): Promise<number> {
  let closed = 0
  for (const [id, those] of Map.groupBy(unended, ({ customerId }) => customerId)) {
    const customer = await ingest.findCustomer({ id })
    if (customer === undefined) continue
    const rows = those.map(({ sourceSystem, externalCallId }, at) => {
      const value = { sourceSystem, externalCallId, endUnknown: true }
      return { line: at + 1, raw: JSON.stringify(value), value }
    })
    const answer = await ingest.accept(customer, rows, { source: 'api', isMerge: true, isRetry: true })
    closed += answer.updated
  }
  return closed
}
