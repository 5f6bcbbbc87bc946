import type { QuarantinedRecord } from '@callboard/contract/quarantine'
import { loadSourceOfSystem } from '../sources/sources.ts'
import { readRowsAgain, type RowMadeAgain, withValue } from '../sources/rows-again.ts'
import { type IngestCustomer, isOfSource, type QuarantineParts, type RowReason } from './quarantine-parts.ts'
import type { KeptRow } from './store.ts'

interface CheckedRow extends Pick<QuarantinedRecord, 'errors' | 'isReadable'> {
  /** Why it would be rejected now. */
  reason: RowReason | undefined
  externalCallId: string | null
  /** Only a part of that call. */
  isLeg: boolean
}

/** What is wrong with a row as it stands, and as its source and the portal are set up now. */
export async function checkRow(
  { db, ingest }: QuarantineParts,
  customer: IngestCustomer,
  row: KeptRow,
): Promise<CheckedRow> {
  if (!isOfSource(row)) return { ...ingest.checkKept(customer, row), isLeg: false }
  const { externalCallId, code, description } = row
  const source = await loadSourceOfSystem(db, row)
  const unreadable = {
    errors: [],
    isReadable: false,
    reason: { code, description },
    externalCallId,
    isLeg: false,
  }
  if (source === undefined) return unreadable
  const again = await readRowsAgain(db, source, [row])
  if (again.unreadable.size > 0) return unreadable
  const checked = again.rows.map((one) => {
    const { errors, reason } = ingest.check(customer, { ...one.row, line: 1 })
    // Fields of the call that was made of the row are none of the row itself.
    return { errors: unreadColumns(one) ?? errors.map((error) => ({ ...error, field: null })), reason }
  })
  const [only, ...others] = again.rows
  const made = others.length === 0 ? only?.row : undefined
  const named = made?.value?.externalCallId ?? made?.externalCallId
  return {
    errors: checked.flatMap(({ errors }) => errors),
    isReadable: true,
    reason: checked.flatMap(({ reason }) => reason ?? [])[0],
    externalCallId: named ?? externalCallId,
    isLeg: row.form === 'row' && (again.events.size > 0 || made?.isLeg === true),
  }
}

/** What of a row cannot be read, column by column; undefined where that is not known. */
function unreadColumns({ problems }: RowMadeAgain): CheckedRow['errors'] | undefined {
  if (problems.length === 0) return undefined
  return problems.map((problem) => ({ field: problem.column, description: withValue(problem) }))
}
