import { Button, type ButtonProps, Popover } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

interface PopoverButtonProps extends Pick<
  ButtonProps,
  'type' | 'size' | 'shape' | 'icon' | 'className' | 'aria-label'
> {
  children?: ReactNode
  panel: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  placement?: 'bottomLeft' | 'bottomRight'
}

/**
 * A button that opens a panel under it. The focus goes into the panel, to what is chosen in it where something is, and back to
 * the button when it closes.
 */
export function PopoverButton(props: PopoverButtonProps) {
  const { children, panel, isOpen, onOpenChange, placement = 'bottomLeft', ...button } = props
  const trigger = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isFocusLost = useEffectEvent(() => {
    const { activeElement } = document
    return activeElement === document.body || content.current?.contains(activeElement) === true
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const { current } = trigger
    return () => {
      if (isFocusLost()) current?.focus()
    }
  }, [isOpen])
  return (
    <Popover
      open={isOpen}
      onOpenChange={onOpenChange}
      // Only then can the panel be focused, and is in its place: a focus before would scroll the page to where it is not.
      afterOpenChange={(isShown) => {
        const { current } = content
        if (!isShown || current?.contains(document.activeElement) !== false) return
        const first =
          current.querySelector<HTMLElement>('[aria-pressed="true"]') ??
          current.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ??
          current.querySelector<HTMLElement>('input, button')
        first?.focus({ preventScroll: true })
      }}
      trigger="click"
      placement={placement}
      arrow={false}
      destroyOnHidden
      content={<div ref={content}>{panel}</div>}
    >
      <Button ref={trigger} aria-haspopup="dialog" aria-expanded={isOpen} {...button}>
        {children}
      </Button>
    </Popover>
  )
}
