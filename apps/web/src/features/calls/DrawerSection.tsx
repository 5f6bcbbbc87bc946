import { type ReactNode, useId } from 'react'
import classes from '#web/features/calls/DrawerSection.module.css'

interface DrawerSectionProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

/** A part of a call's drawer under its heading. */
export function DrawerSection({ title, note, children }: DrawerSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </h3>
      {children}
    </section>
  )
}
