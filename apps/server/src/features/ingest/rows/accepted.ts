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

/** `kept` are those of the rows that were not rejected. */
export function acceptedOf(
  { created, updated, unchanged, rejected }: IngestAnswer,
  kept: readonly { row: SentRow }[],
  of: Pick<Accepted, 'customerId' | 'sourceSystem'>,
): Accepted {
  const newestMs = kept.reduce((newest, { row }) => Math.max(newest, startOf(row)), -Infinity)
  const newestCallAt = newestMs === -Infinity ? null : new Date(newestMs).toISOString()
  return { ...of, created, updated, unchanged, rejected: rejected.length, newestCallAt }
}

function startOf({ value }: SentRow): number {
  if (typeof value !== 'object' || value === null || !('startedAt' in value)) return -Infinity
  const startedMs = typeof value.startedAt === 'string' ? Date.parse(value.startedAt) : Number.NaN
  return Number.isNaN(startedMs) ? -Infinity : startedMs
}
