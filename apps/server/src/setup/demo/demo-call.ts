import type { CallStatus, Direction } from '@callboard/contract/fields'
import type { Business } from './businesses.ts'
import type { DemoCaller } from './callers.ts'
import type { Channel } from './channels.ts'
import type { Outcome } from './outcome.ts'
import type { Extension, Line, Rules } from './switchboard.ts'

/** A call as it was made up; what a report does not count by follows when it is written. */
export interface DemoCall {
  /** Set when all calls are there. */
  id: string
  /** Of its row: below that of every batch that comes in, so that each of them may correct the call. */
  version: 0
  business: Business
  /** Of the business, from 1 in the order in which calls were made up. */
  sequence: number
  direction: Direction
  status: CallStatus
  line: Line
  /** Null for outbound calls. */
  channel: Channel | null
  extension: Extension
  /** Who called, or was called; null when the number is withheld. */
  caller: DemoCaller | null
  /** '' where nobody's telephone rang. */
  agent: string
  /** What routed an inbound call; null for outbound ones. */
  rules: Rules | null
  outcome: Outcome
  startedMs: number
  answeredMs: number | null
  /** Null while it goes on. */
  endedMs: number | null
  /** Null for outbound calls and withheld numbers. */
  priorCalls: number | null
  returnedMs: number | null
}
