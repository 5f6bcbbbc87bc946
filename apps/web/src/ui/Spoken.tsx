import type { ReactNode } from 'react'
import classes from '#web/ui/Spoken.module.css'

interface SpokenProps {
  children: ReactNode
}

/** Text for screen readers that takes up no space on the screen. */
export function Spoken({ children }: SpokenProps) {
  return <span className={classes.spoken}>{children}</span>
}
