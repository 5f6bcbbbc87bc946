import { changedRelations } from '../../features/ingest/relations/relation-rules.ts'
import type { DemoCaller } from './callers.ts'
import type { DemoCall } from './demo-call.ts'

/** Computes prior and returned calls by the rules of ingestion. Ordered by start and id. */
export function relate(calls: readonly DemoCall[], returnedWithinMs: number): void {
  const histories = new Map<DemoCaller, DemoCall[]>()
  for (const call of calls) {
    // A caller is one number of one business.
    if (call.caller === null) continue
    const history = histories.get(call.caller)
    if (history === undefined) histories.set(call.caller, [call])
    else history.push(call)
  }
  for (const history of histories.values()) {
    const byId = new Map(history.map((call) => [call.id, call]))
    for (const { id, priorCalls, returnedMs } of changedRelations(history, returnedWithinMs)) {
      const call = byId.get(id)
      if (call !== undefined) Object.assign(call, { priorCalls, returnedMs })
    }
  }
}
