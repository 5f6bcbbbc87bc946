import type { LogEvent } from 'kysely'
import { noteCall } from '../../lib/tracing.ts'

/** Makes a statement a part of the trace that it belongs to, without its values. */
export function traceStatement(event: LogEvent): void {
  const { query, queryDurationMillis: ms } = event
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.sql }
  noteCall('postgresql', attributes, event.level === 'error' ? { ms, error: event.error } : { ms })
}
