import { Switch } from 'antd'
import { useId } from 'react'
import type { ListState } from '#web/lib/urls/list-url.ts'
import type { WriteSearch } from '#web/lib/urls/url-state.ts'
import classes from '#web/records/lists/RecordList.module.css'
import { Row } from '#web/ui/layout.tsx'

/** Whether a list shows active records alone; kept in the address. */
export function ActiveSwitch({ state: { all }, write }: { state: ListState; write: WriteSearch }) {
  const id = useId()
  return (
    <Row as="span" inline gap={8} align="center" className={classes.switch}>
      <Switch
        id={id}
        size="small"
        checked={!all}
        onChange={(isOn) => write({ all: isOn ? undefined : 'true', page: undefined }, 'push')}
      />
      <label htmlFor={id}>Active only</label>
    </Row>
  )
}
