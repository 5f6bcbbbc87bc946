import { DownOutlined } from '@ant-design/icons'
import type { comparisons } from '@callboard/contract/reports'
import classes from '#web/ui/CompareSelect.module.css'

type Choice = (typeof comparisons)[number] | 'none'

interface CompareSelectProps {
  value: Choice
  onChange: (value: Choice) => void
}

const options: readonly { value: Choice; label: string }[] = [
  { value: 'previousPeriod', label: 'Compare: previous period' },
  { value: 'previousYear', label: 'Compare: previous year' },
  { value: 'none', label: 'Compare: nothing' },
]

/** The browser's own list: the one of Ant Design brings search and virtual scrolling, which three choices do not need. */
export function CompareSelect({ value, onChange }: CompareSelectProps) {
  return (
    <div className={classes.box}>
      <select
        aria-label="Compare with"
        className={classes.select}
        value={value}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex]
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <DownOutlined className={classes.arrow} aria-hidden />
    </div>
  )
}
