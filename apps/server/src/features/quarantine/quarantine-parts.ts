import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { SourceEvent } from '../sources/adapter.ts'

export interface QuarantineParts {
  db: Kysely<Database>
  ingest: Pick<Ingest, 'accept' | 'acceptAgain' | 'check' | 'checkKept' | 'findCustomer' | 'roomFor'>
  eventIntake: { keep: (sourceId: string, events: readonly SourceEvent[]) => Promise<void> }
}

export type IngestCustomer = NonNullable<Awaited<ReturnType<Ingest['findCustomer']>>>

/** Why a row is rejected. */
export type RowReason = NonNullable<ReturnType<Ingest['check']>['reason']>
