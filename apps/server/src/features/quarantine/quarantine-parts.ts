import type { Db } from '../../db/tables/schema.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { SourceEvent } from '../sources/adapter.ts'
import type { UnreadRow } from '../sources/rows-again.ts'

export interface QuarantineParts {
  db: Db
  ingest: Pick<Ingest, 'accept' | 'acceptAgain' | 'check' | 'checkKept' | 'findCustomer' | 'waitForCapacity'>
  eventIntake: { keep: (sourceId: string, events: readonly SourceEvent[]) => Promise<void> }
}

export type IngestCustomer = NonNullable<Awaited<ReturnType<Ingest['findCustomer']>>>

/** Whether a row is read by its source, as it is no call by itself. */
export function isOfSource<T extends { form: string }>(row: T): row is T & Pick<UnreadRow, 'form'> {
  return row.form !== 'call'
}

/** Why a row is rejected. */
export type RowReason = NonNullable<ReturnType<Ingest['check']>['reason']>
