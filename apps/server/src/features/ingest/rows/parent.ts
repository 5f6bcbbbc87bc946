import type { CallInput } from '@callboard/contract/calls'
import { callId } from '../../../db/call-id.ts'
import type { IngestCustomer } from './check.ts'
import { type RowError, rowError } from './row-errors.ts'

type NamesParent = Partial<Pick<CallInput, 'sourceSystem' | 'parentCallId' | 'parentExternalCallId'>>

/** The same with the parent by its id, where it is named by its id at the source. */
export function withParent<T extends NamesParent>(
  input: T,
  { customer, source }: { customer: IngestCustomer; source: string },
): T | { error: RowError } {
  const { parentExternalCallId: external } = input
  if (external === undefined || external === null) return input
  const parentCallId = callId(customer.id, input.sourceSystem ?? source, external)
  const isOther = (input.parentCallId ?? parentCallId) !== parentCallId
  return isOther
    ? { error: rowError('parentMismatch') }
    : { ...input, parentExternalCallId: undefined, parentCallId }
}
