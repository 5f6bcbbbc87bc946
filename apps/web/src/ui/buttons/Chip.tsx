import { CloseOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import classes from '#web/ui/buttons/Chip.module.css'

interface ChipProps {
  /** What is set, in words. */
  children: ReactNode
  /** What a press removes, for screen readers. */
  removes: string
  onOpen: () => void
  onRemove: () => void
}

/** Something that is set: a press on it leads to where it is changed, one on its cross takes it back. */
export function Chip({ children, removes, onOpen, onRemove }: ChipProps) {
  return (
    <span className={classes.chip}>
      <button type="button" className={classes.words} onClick={onOpen}>
        {children}
      </button>
      <button
        type="button"
        className={classes.remove}
        aria-label={`Remove ${removes}`}
        title={`Remove ${removes}`}
        onClick={onRemove}
      >
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}
