import { Button, Popover } from 'antd'
import type { ReactNode } from 'react'
import classes from '#web/app/shell/TopBar.module.css'

interface BarPopoverProps {
  label: string
  icon: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** A control of the top bar behind an icon, where the bar has no room for it. */
export function BarPopover({ label, icon, isOpen, onOpenChange, children }: BarPopoverProps) {
  return (
    <Popover
      open={isOpen}
      onOpenChange={onOpenChange}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={
        <div className={classes.popover} role="dialog" aria-label={label}>
          {children}
        </div>
      }
    >
      <Button
        type="text"
        className={classes.toggle}
        icon={icon}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      />
    </Popover>
  )
}
