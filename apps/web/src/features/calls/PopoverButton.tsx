import { Button, type ButtonProps, Popover } from 'antd'
import { type ReactNode, useRef, useState } from 'react'

interface PopoverButtonProps extends Pick<ButtonProps, 'type' | 'size' | 'icon' | 'className'> {
  children: ReactNode
  placement?: 'bottomLeft' | 'bottomRight'
  /** What opens; it is given the way to close itself. */
  panel: (close: () => void) => ReactNode
}

/** A button that opens a panel under it. The focus goes into the panel, and back to the button when it closes. */
export function PopoverButton({ children, placement = 'bottomLeft', panel, ...button }: PopoverButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  function close() {
    setIsOpen(false)
    trigger.current?.focus()
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      // Only then is the panel where it can be focused.
      afterOpenChange={(open) => {
        if (open) content.current?.querySelector<HTMLElement>('input, button')?.focus()
      }}
      trigger="click"
      placement={placement}
      arrow={false}
      destroyOnHidden
      content={<div ref={content}>{panel(close)}</div>}
    >
      <Button ref={trigger} aria-haspopup="dialog" aria-expanded={isOpen} {...button}>
        {children}
      </Button>
    </Popover>
  )
}
