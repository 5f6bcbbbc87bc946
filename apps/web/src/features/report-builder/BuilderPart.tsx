import { type ReactNode, useId } from 'react'
import classes from '#web/features/report-builder/BuilderPart.module.css'

interface BuilderPartProps {
  title: string
  /** One sentence on what it does. */
  hint?: ReactNode
  children: ReactNode
}

/** A titled part of what is edited. */
export function BuilderPart({ title, hint, children }: BuilderPartProps) {
  const id = useId()
  return (
    <div className={classes.part} role="group" aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {children}
    </div>
  )
}
