import type { Period } from '@callboard/contract/period'
import type { Grain } from '@callboard/contract/fields'
import {
  type CompareChoice,
  nameEarlierPeriod,
  usuallyMatchesWeekdays,
  writeEarlierDays,
} from '#web/lib/reporting/comparison.ts'
import { useNow } from '#web/lib/now.ts'
import classes from '#web/ui/fields/CompareSelect.module.css'
import { PlainSelect } from '#web/ui/fields/PlainSelect.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'
import { QuietText } from '#web/ui/layout.tsx'

interface CompareSelectProps {
  value: CompareChoice
  /** Undefined: as suits the grain. */
  matchWeekdays: boolean | undefined
  period: Period
  /** The grain of the figures; undefined without time. */
  grain: Grain | undefined
  timeZone: string
  /** 1 Monday to 7 Sunday. */
  weekStartsOn: number | undefined
  /** What is compared with, where the figures are those of a part of the period. */
  earlier?: string | undefined
  onChange: (changes: { compare?: CompareChoice; matchWeekdays?: boolean | undefined }) => void
}

/** What is compared with, whether by weekday, and which days that are. */
export function CompareSelect({ value, matchWeekdays, earlier, onChange, ...asked }: CompareSelectProps) {
  const { period, grain, timeZone, weekStartsOn = 1 } = asked
  const clock = { now: useNow(), timeZone, weekStartsOn }
  const isUsual = usuallyMatchesWeekdays(period, grain, clock)
  const isMatched = matchWeekdays ?? isUsual
  const options: readonly { value: CompareChoice; label: string }[] = [
    { value: 'previousPeriod', label: `Compare: ${nameEarlierPeriod(period, clock)}` },
    { value: 'previousYear', label: 'Compare: a year earlier' },
    { value: 'none', label: 'Compare: nothing' },
  ]
  return (
    <div className={classes.box} role="group" aria-label="Comparison">
      <PlainSelect
        label="Compare with"
        value={value}
        options={options}
        onChange={(compare) => onChange({ compare })}
      />
      {value !== 'none' && (
        <>
          <label
            className={classes.option}
            title="Mondays beside Mondays: the earlier period lies whole weeks back"
          >
            <input
              type="checkbox"
              className={classes.check}
              checked={isMatched}
              onChange={({ target: { checked } }) =>
                onChange({ matchWeekdays: checked === isUsual ? undefined : checked })
              }
            />
            Match day of week
          </label>
          <QuietText breaks="nowrap">
            <Spoken>Compared with </Spoken>
            <span aria-hidden>vs </span>
            <span>
              {earlier ?? writeEarlierDays(period, { kind: value, matchWeekdays: isMatched }, clock)}
            </span>
          </QuietText>
        </>
      )}
    </div>
  )
}
