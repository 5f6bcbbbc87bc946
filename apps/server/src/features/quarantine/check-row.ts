import type { QuarantinedRecord } from '@callboard/contract/quarantine'
import { loadSourceOfSystem } from '../sources/sources.ts'
import { readRowsAgain, type RowMadeAgain, withValue } from '../sources/rows-again.ts'
import { type IngestCustomer, isOfSource, type QuarantineParts, type RowReason } from './quarantine-parts.ts'
import type { KeptRow } from './store.ts'

interface CheckedRow extends Pick<QuarantinedRecord, 'errors' | 'isReadable'> {
  /** Why it would be rejected now. */
  reason: RowReason | undefined
  externalCallId: string | null
}

/** What is wrong with a row as it stands, and as its source and the portal are set up now. */
export async function checkRow(
  { db, ingest }: QuarantineParts,
  customer: IngestCustomer,
  row: KeptRow,
): Promise<CheckedRow> {
  if (!isOfSource(row)) return ingest.checkKept(customer, row)
  const { externalCallId, code, description } = row
  const source = await loadSourceOfSystem(db, row)
  const unreadable = { errors: [], isReadable: false, reason: { code, description }, externalCallId }
  if (source === undefined) return unreadable
  const again = await readRowsAgain(db, source, [row])
  if (again.unreadable.size > 0) return unreadable
  const checked = again.rows.map((made) => {
    const { errors, reason } = ingest.check(customer, { ...made.row, line: 1 })
    // Fields of the call that was made of the row are none of the row itself.
    return { errors: unreadColumns(made) ?? errors.map((error) => ({ ...error, field: null })), reason }
  })
  const [only, ...others] = again.rows
  const named = others.length === 0 ? only?.row.value?.externalCallId : undefined
  return {
    errors: checked.flatMap(({ errors }) => errors),
    isReadable: true,
    reason: checked.flatMap(({ reason }) => reason ?? [])[0],
    externalCallId: named ?? externalCallId,
  }
}

/** What of a row cannot be read, column by column; undefined where that is not known. */
function unreadColumns({ problems }: RowMadeAgain): CheckedRow['errors'] | undefined {
  if (problems.length === 0) return undefined
  return problems.map((problem) => ({ field: problem.column, description: withValue(problem) }))
}
