import { Button, type ButtonProps, Popover } from 'antd'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

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
      // A panel whose parts came only now, or that could not be focused before it was in its place.
      afterOpenChange={(isShown) => isShown && focusIn(content.current)}
      trigger="click"
      placement={placement}
      arrow={false}
      destroyOnHidden
      content={<Panel ref={content}>{panel}</Panel>}
    >
      <Button ref={trigger} aria-haspopup="dialog" aria-expanded={isOpen} {...button}>
        {children}
      </Button>
    </Popover>
  )
}

/** Takes the focus as soon as it is there: what is typed while it still opens is for it. */
function Panel({ ref, children }: { ref: RefObject<HTMLDivElement | null>; children: ReactNode }) {
  useEffect(() => focusIn(ref.current), [ref])
  return <div ref={ref}>{children}</div>
}

function focusIn(panel: HTMLElement | null) {
  if (panel?.contains(document.activeElement) !== false) return
  const first =
    panel.querySelector<HTMLElement>('[aria-pressed="true"]') ??
    panel.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ??
    panel.querySelector<HTMLElement>('input, button')
  // The panel is not yet where it will be: the page would be scrolled to where it is not.
  first?.focus({ preventScroll: true })
}
