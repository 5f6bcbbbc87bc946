import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import classes from '#web/features/calls/ColumnChooser.module.css'
import { callColumns } from '#web/features/calls/columns.tsx'
import { PopoverButton } from '#web/ui/PopoverButton.tsx'

interface ColumnChooserProps {
  shown: readonly string[]
  /** Undefined resets to the usual ones. */
  onChange: (keys: string[] | undefined) => void
}

/** Which columns the list shows; the last one cannot be removed. */
export function ColumnChooser({ shown, onChange }: ColumnChooserProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverButton
      icon={<SettingOutlined />}
      placement="bottomRight"
      panel={
        <div className={classes.panel} role="dialog" aria-label="Columns">
          <Checkbox.Group
            className={classes.list}
            value={[...shown]}
            options={callColumns.map(({ key, title }) => ({
              value: key,
              label: title,
              disabled: shown.length === 1 && shown[0] === key,
            }))}
            onChange={(keys) =>
              onChange(callColumns.map(({ key }) => key).filter((key) => keys.includes(key)))
            }
          />
          <Button type="link" className={classes.reset} onClick={() => onChange(undefined)}>
            Show the usual columns
          </Button>
        </div>
      }
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    >
      Columns
    </PopoverButton>
  )
}
