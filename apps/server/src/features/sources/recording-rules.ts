import type { Db } from '../../db/tables/schema.ts'
import type { RecordingRules } from './adapter.ts'
import { loadActiveSources } from './sources.ts'

/** How a source of the customer has a recording asked for at an address; undefined when it is none of theirs. */
export async function findRecordingRules(
  db: Db,
  { customerId, url }: { customerId: string; url: URL },
): Promise<RecordingRules | undefined> {
  for (const { adapter, context, secrets, ...source } of await loadActiveSources(db)) {
    const rules = source.customerId === customerId && adapter.recordings?.rules(url, context, secrets)
    if (rules) return rules
  }
  return undefined
}
