import type { EntityType } from '@callboard/contract/claims'
import type { CallStatus, Direction } from '@callboard/contract/fields'

/** A new or changed call that can be read now, with what decides who may see it. */
export interface ArrivedCall {
  id: string
  customerId: string
  /** `YYYY-MM-DD hh:mm:ss.mmm` in UTC, as ClickHouse writes it. */
  startedAt: string
  direction: Direction
  status: CallStatus
  codes: Record<EntityType, string>
}
