import { callDamageKinds, callProblemKinds } from '@callboard/contract/call-problems'
import type { Db } from '../../db/tables/schema.ts'
import { readNumber } from '../../db/waiting-rows.ts'
import { asFlag, byLabel, type Metric } from '../../lib/metric.ts'
import type { Ingest } from './ingest.ts'
import { checkedAt, quarantinedCount, selectDamagedCalls } from './overview-store.ts'
import type { Accepted } from './rows/accepted.ts'

/** Rows that this process has taken in, by what became of them. */
export class RowCounts {
  readonly #counts = { created: 0, updated: 0, unchanged: 0, rejected: 0 }

  add({ created, updated, unchanged, rejected }: Accepted): void {
    this.#counts.created += created
    this.#counts.updated += updated
    this.#counts.unchanged += unchanged
    this.#counts.rejected += rejected
  }

  get values(): Readonly<Record<'created' | 'updated' | 'unchanged' | 'rejected', number>> {
    return this.#counts
  }
}

interface Measured {
  db: Db
  ingest: Ingest
  rowCounts: RowCounts
}

/** Of a process that does not write calls, what waits is 0. */
export function ingestMetrics({ db, ingest, rowCounts }: Measured): Metric[] {
  return [
    {
      name: 'call_rows_total',
      help: 'Rows of calls that this process took in, by what became of them.',
      read: () => byLabel('result', rowCounts.values),
    },
    {
      name: 'call_writer',
      help: '1 in the process that writes calls.',
      read: () => asFlag(ingest.isWriter),
    },
    {
      name: 'calls_waiting',
      help: 'Calls that are accepted and cannot be read yet.',
      read: () => ingest.waiting?.calls ?? 0,
    },
    {
      name: 'calls_waiting_bytes',
      help: 'Their size in the journal.',
      read: () => ingest.waiting?.bytes ?? 0,
    },
    {
      name: 'calls_waiting_seconds',
      help: 'How long the first of them has waited; 0 when none does.',
      read: () => secondsSince(ingest.waiting?.sinceMs),
    },
    {
      name: 'call_inserts_failing',
      help: '1 while accepted calls cannot be inserted.',
      read: () => asFlag(ingest.isFailing),
    },
    {
      name: 'call_problem',
      help: '1 while the store of calls has this problem.',
      read() {
        const lasting = new Set(
          ingest.problems
            .list()
            .filter(({ until }) => until === null)
            .map(({ kind }) => kind),
        )
        return callProblemKinds.map((kind) => ({ labels: { kind }, value: asFlag(lasting.has(kind)) }))
      },
    },
    {
      name: 'calls_changed_timestamp_seconds',
      help: 'When what reports read was changed last.',
      read: async () => (await ingest.snapshots.published()) / 1000,
    },
    {
      name: 'quarantined_rows',
      help: 'Rejected rows that are kept.',
      read: async () => await readNumber(db, quarantinedCount),
    },
    {
      name: 'self_check_timestamp_seconds',
      help: 'When the check of all stored calls ended last; 0 before the first one.',
      read: async () => await readNumber(db, checkedAt),
    },
    {
      name: 'self_check_findings',
      help: 'What the check found to be wrong, in calls or callers.',
      async read() {
        const found = new Map((await selectDamagedCalls(db)).map(({ kind, count }) => [kind, count]))
        return callDamageKinds.map((kind) => ({ labels: { kind }, value: found.get(kind) ?? 0 }))
      },
    },
  ]
}

function secondsSince(ms: number | undefined): number {
  return ms === undefined ? 0 : Math.max(0, Date.now() - ms) / 1000
}
