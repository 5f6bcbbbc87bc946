import type { Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

/** To be awaited in a transaction: it throws, or no other process writes calls before the transaction ends. */
export type Fence = (transaction: Transaction<Database>) => Promise<void>
