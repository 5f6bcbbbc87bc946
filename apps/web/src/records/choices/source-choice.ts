import * as sources from '@callboard/contract/sources'
import { send } from '#web/lib/api/api.ts'
import { namedChoice } from '#web/records/choices/choices.ts'
import type { RecordChoice } from '#web/records/choices/record-choice.ts'

/** Sources of a customer, or of all. */
export function sourceChoice(customerId: string | undefined): RecordChoice {
  const choice = namedChoice(
    'source',
    (body, signal) => send(sources.searchSources, { body: { ...body, customerId } }, signal),
    (id, signal) => send(sources.getSource, { params: { id } }, signal),
  )
  return { ...choice, key: [...choice.key, customerId ?? ''] }
}
