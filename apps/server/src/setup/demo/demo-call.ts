import type { CallStatus, Direction } from '@callboard/contract/fields'
import type { Business } from './businesses.ts'
import type { DemoCaller } from './callers.ts'
import type { Channel } from './channels.ts'
import type { Outcome } from './outcome.ts'
import type { Extension, Line, Rules } from './switchboard.ts'

/** A made-up call; details that reports do not count by are added when it is written. */
export interface DemoCall {
  /** Set when all calls exist. */
  id: string
  /** Of its row; lower than that of any batch, so that a batch may correct the call. */
  version: 0
  business: Business
  /** Per business, from 1 in the order of creation. */
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
  /** Null while it is in progress. */
  endedMs: number | null
  /** Null for outbound calls and withheld numbers. */
  priorCalls: number | null
  returnedMs: number | null
}
