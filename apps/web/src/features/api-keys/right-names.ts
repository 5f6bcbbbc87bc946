import type { ApiKey } from '@callboard/contract/api-keys'

type Right = ApiKey['rights'][number]

/** What a key may do, explained to whoever grants it. */
export const rightWords = {
  ingest: 'Send calls: for a telephone system',
  read: 'Read calls: for a program that fetches them',
} as const satisfies Record<Right, string>
