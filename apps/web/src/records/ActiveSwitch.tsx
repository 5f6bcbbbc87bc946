import { Switch } from 'antd'
import { useId } from 'react'
import type { ListState } from '#web/lib/list-url.ts'
import type { WriteSearch } from '#web/lib/url-state.ts'
import classes from '#web/records/RecordList.module.css'

/** Whether a list shows active records alone; kept in the address. */
export function ActiveSwitch({ state: { all }, write }: { state: ListState; write: WriteSearch }) {
  const id = useId()
  return (
    <span className={classes.switch}>
      <Switch
        id={id}
        size="small"
        checked={!all}
        onChange={(isOn) => write({ all: isOn ? undefined : 'true', page: undefined }, 'push')}
      />
      <label htmlFor={id}>Active only</label>
    </span>
  )
}
