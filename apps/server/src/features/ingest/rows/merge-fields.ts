import { CallInput } from '@callboard/contract/calls'
import { callId } from '../../../db/call-id.ts'
import { checkInput, checkSentFields, contractError } from './check.ts'
import { contentHash } from './content-hash.ts'
import { withShownKeys } from './dialled-keys.ts'
import { type NormalCall, type Normalising, normaliseCall } from './normalise.ts'
import { withParent } from './parent.ts'
import type { SentRow } from './read-rows.ts'
import { type RowError, rowError } from './row-errors.ts'
import { attributesOf, contentOf, type SentFields } from './sent-fields.ts'

/** A call as it is with the fields that were sent of it. */
export interface Merged {
  call: NormalCall
  fields: SentFields
  /**
   * Of what was sent before. The hash of the call may be another one, where what was sent of it is not known to the letter.
   */
  hashBefore: string | undefined
}

/** Fields of a call, to be laid over what its source sent before. */
export interface SubmittedFields {
  id: string
  customerId: string
  row: SentRow
  /** `before` is undefined of a call that is not known. */
  over: (before: SentFields | undefined) => Merged | { error: RowError }
}

interface Merging extends Normalising {
  nowMs: number
}

/** Checks a row that changes only what it names. Whether the call is one with it is known when the call is. */
export function checkFields(row: SentRow, merging: Merging): SubmittedFields | { error: RowError } {
  const { customer, source } = merging
  const checked = checkSentFields(row, customer)
  if ('error' in checked) return checked
  const fields = withParent(withShownKeys(checked.fields), merging)
  if ('error' in fields) return fields
  const id = callId(customer.id, fields.sourceSystem ?? source, fields.externalCallId)
  if (fields.parentCallId === id) return { error: rowError('ownParent') }
  // What is undefined was not sent.
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { id, customerId: customer.id, row, over: (before) => merge(sent, before, merging) }
}

function merge(
  sent: SentFields,
  before: SentFields | undefined,
  merging: Merging,
): Merged | { error: RowError } {
  // Each is a field of its own.
  const attributes =
    sent['attributes'] === null ? {} : { ...(before && attributesOf(before)), ...attributesOf(sent) }
  const whole = CallInput.safeParse({ ...before, ...sent, attributes })
  if (!whole.success) {
    const error = contractError(whole.error, { ...before, ...sent })
    if (before !== undefined) return { error }
    const unknown = rowError('unknownCall')
    return { error: { ...unknown, description: `${unknown.description} ${error.description}` } }
  }
  const checked = checkInput(whole.data, merging.customer, merging.nowMs)
  if ('error' in checked) return checked
  return {
    call: normaliseCall(checked.input, merging),
    fields: contentOf(checked.input),
    hashBefore: before && contentHash(before),
  }
}
