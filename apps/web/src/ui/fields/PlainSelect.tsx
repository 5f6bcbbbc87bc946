import { DownOutlined } from '@ant-design/icons'
import classes from '#web/ui/fields/PlainSelect.module.css'

interface PlainSelectProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

/** The browser's own list: the one of Ant Design brings search and virtual scrolling, which the frame does not load. */
export function PlainSelect<V extends string>({ label, value, options, onChange }: PlainSelectProps<V>) {
  return (
    <div className={classes.box}>
      <select
        aria-label={label}
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
