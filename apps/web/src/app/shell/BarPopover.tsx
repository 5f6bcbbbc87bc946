import type { ReactNode } from 'react'
import classes from '#web/app/shell/TopBar.module.css'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'

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
    <PopoverButton
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottomRight"
      panel={
        <div className={classes.popover} role="dialog" aria-label={label}>
          {children}
        </div>
      }
      type="text"
      className={classes.toggle}
      icon={icon}
      aria-label={label}
    />
  )
}
