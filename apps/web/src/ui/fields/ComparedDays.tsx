import type { Grain } from '@callboard/contract/fields'
import type { Period } from '@callboard/contract/period'
import { use } from 'react'
import { useNow } from '#web/lib/now.ts'
import { WeekStartContext } from '#web/lib/week-start.ts'
import {
  type CompareChoice,
  matchesWeekdaysByDefault,
  writeEarlierDays,
} from '#web/lib/reporting/comparison.ts'
import { Spoken } from '#web/ui/Spoken.tsx'

export interface Compared {
  value: CompareChoice
  /** Undefined: as suits the grain. */
  matchWeekdays: boolean | undefined
  period: Period
  /** The grain of the figures; undefined without time. */
  grain: Grain | undefined
  timeZone: string
  /** What is compared with, where the figures are those of a part of the period. */
  earlier?: string | undefined
}

/** Which days a period is compared with, in words; nothing where it is compared with none. */
export function ComparedDays({ value, matchWeekdays, earlier, ...asked }: Compared) {
  const { period, grain, timeZone } = asked
  const clock = { now: useNow(), timeZone, weekStartsOn: use(WeekStartContext) }
  if (value === 'none') return null
  const isMatched = matchWeekdays ?? matchesWeekdaysByDefault(period, grain, clock)
  const words = earlier ?? writeEarlierDays(period, { kind: value, matchWeekdays: isMatched }, clock)
  return (
    <>
      <Spoken>Compared with </Spoken>
      <span aria-hidden>vs </span>
      <span title={words}>{words}</span>
    </>
  )
}
