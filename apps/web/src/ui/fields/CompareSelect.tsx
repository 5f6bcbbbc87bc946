import { use } from 'react'
import {
  type CompareChoice,
  nameEarlierPeriod,
  matchesWeekdaysByDefault,
} from '#web/lib/reporting/comparison.ts'
import { useNow } from '#web/lib/now.ts'
import { WeekStartContext } from '#web/lib/week-start.ts'
import classes from '#web/ui/fields/CompareSelect.module.css'
import { type Compared, ComparedDays } from '#web/ui/fields/ComparedDays.tsx'
import { PlainSelect } from '#web/ui/fields/PlainSelect.tsx'
import { QuietText } from '#web/ui/layout.tsx'

interface CompareSelectProps extends Compared {
  onChange: (changes: { compare?: CompareChoice; matchWeekdays?: boolean | undefined }) => void
}

/** What is compared with, whether by weekday, and which days that are. */
export function CompareSelect({ value, matchWeekdays, earlier, onChange, ...asked }: CompareSelectProps) {
  const { period, grain, timeZone } = asked
  const clock = { now: useNow(), timeZone, weekStartsOn: use(WeekStartContext) }
  const isDefault = matchesWeekdaysByDefault(period, grain, clock)
  const isMatched = matchWeekdays ?? isDefault
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
            title="Compares Mondays with Mondays: the earlier period is a whole number of weeks back"
          >
            <input
              type="checkbox"
              className={classes.check}
              checked={isMatched}
              onChange={({ target: { checked } }) =>
                onChange({ matchWeekdays: checked === isDefault ? undefined : checked })
              }
            />
            Match day of week
          </label>
          <QuietText>
            <ComparedDays value={value} matchWeekdays={isMatched} earlier={earlier} {...asked} />
          </QuietText>
        </>
      )}
    </div>
  )
}
