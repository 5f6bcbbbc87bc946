import type { Overview } from '@callboard/contract/overview'
import type { RawBuilder } from 'kysely'
import type { Caller } from './callers/caller.ts'

export interface OverviewAsked {
  caller: Caller
  dayBefore: Date
}

/** What a feature says on the administration dashboard: as it finds it, or in SQL, of which one statement is made for all. */
export type OverviewParts = {
  [Part in keyof Overview]?: RawBuilder<Overview[Part]> | Promise<Overview[Part]> | Overview[Part]
}
