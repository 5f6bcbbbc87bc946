import type { Filter } from '@callboard/contract/calls'
import type { EntityType } from '@callboard/contract/claims'
import type { Span } from '@callboard/contract/period'
import type { Caller } from '../../access/callers/caller.ts'
import type { EntityCodes } from '../../access/callers/entity-codes.ts'
import type { Scope } from '../../access/rows/scope.ts'
import type { Db } from '../../db/tables/schema.ts'
import { findCallerMarks } from './caller-marks.ts'
import type { CustomerFields } from './fields.ts'
import { findHearing, type Hearing } from './hearing.ts'
import type { CallerMarks } from './missed-callers.ts'
import { findSpokenCalls } from './spoken-calls.ts'
import type { SpokenCalls } from './spoken-words.ts'

/** What filters ask for that the table of calls does not have. */
interface Recorded {
  /** Only these calls, if a filter asks for words of transcripts. */
  spoken?: SpokenCalls | undefined
  /** What people have said of missed callers, if a filter depends on it. */
  marked?: CallerMarks | undefined
  /** What the requester may listen to, if a filter depends on it. */
  hearing?: Hearing | undefined
}

/** Which calls are asked about. */
export interface CallChoice extends Recorded {
  filters: readonly Filter[]
  /** Those that are named here, by their names. */
  customerFields: CustomerFields
  /** Only calls of these entities, if an entity group was asked for. */
  entities: ReadonlyMap<EntityType, EntityCodes> | undefined
  /** They tell which calls were returned, which is being worked out anew. */
  isRecalculating: boolean
  span: Span
}

/** As it is given, with much else. */
export type GivenChoice = Omit<CallChoice, 'isRecalculating'> & Partial<Pick<CallChoice, 'isRecalculating'>>

export function choiceOf({
  filters,
  customerFields,
  entities,
  spoken,
  marked,
  hearing,
  isRecalculating = false,
  span,
}: GivenChoice): CallChoice {
  return { filters, customerFields, entities, spoken, marked, hearing, isRecalculating, span }
}

interface Asking {
  db: Db
  caller: Caller
  askedAt?: Date | undefined
  leavesPortal?: boolean
}

export async function findRecorded(
  scope: Scope,
  asking: Asking,
  asked: { filters: readonly Filter[]; spans: readonly Span[] },
): Promise<Recorded> {
  return {
    spoken: await findSpokenCalls(scope, asking, asked),
    marked: await findCallerMarks(scope, asking, asked),
    hearing: await findHearing(asking, asked.filters),
  }
}
