import type { IngestAnswer } from '@callboard/contract/calls'
import type { SentRow } from './read-rows.ts'

/** What came of rows that were sent together. */
export interface Accepted {
  customerId: string
  sourceSystem: string
  created: number
  updated: number
  unchanged: number
  rejected: number
  /** Start of the newest of the calls; null where none was accepted. */
  newestCallAt: string | null
}

export function acceptedOf(
  { created, updated, unchanged, rejected }: IngestAnswer,
  rows: readonly SentRow[],
  of: Pick<Accepted, 'customerId' | 'sourceSystem'>,
): Accepted {
  const isRejected = new Set(rejected.map(({ line }) => line))
  let newestMs = -Infinity
  for (const row of rows) if (!isRejected.has(row.line)) newestMs = Math.max(newestMs, startOf(row))
  const newestCallAt = newestMs === -Infinity ? null : new Date(newestMs).toISOString()
  return { ...of, created, updated, unchanged, rejected: rejected.length, newestCallAt }
}

function startOf({ value }: SentRow): number {
  if (typeof value !== 'object' || value === null || !('startedAt' in value)) return -Infinity
  const startedMs = typeof value.startedAt === 'string' ? Date.parse(value.startedAt) : Number.NaN
  return Number.isNaN(startedMs) ? -Infinity : startedMs
}
