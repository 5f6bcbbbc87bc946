import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { type ComponentProps, useState } from 'react'
import classes from '#web/ui/tables/ColumnChooser.module.css'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'

interface ColumnChooserProps extends Pick<ComponentProps<typeof PopoverButton>, 'size'> {
  /** All columns there are, in their order. */
  columns: readonly { key: string; title: string }[]
  shown: readonly string[]
  /** Undefined resets to the usual ones. */
  onChange: (keys: string[] | undefined) => void
}

/** Which columns a table shows; the last one cannot be removed. */
export function ColumnChooser({ columns, shown, onChange, ...button }: ColumnChooserProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverButton
      {...button}
      icon={<SettingOutlined />}
      placement="bottomRight"
      panel={
        <div className={classes.panel} role="dialog" aria-label="Columns">
          <Checkbox.Group
            className={classes.list}
            value={[...shown]}
            options={columns.map(({ key, title }) => ({
              value: key,
              label: title,
              disabled: shown.length === 1 && shown[0] === key,
            }))}
            onChange={(keys) => onChange(columns.map(({ key }) => key).filter((key) => keys.includes(key)))}
          />
          <Button type="link" style={{ marginTop: 8, padding: 0 }} onClick={() => onChange(undefined)}>
            Reset to default columns
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
