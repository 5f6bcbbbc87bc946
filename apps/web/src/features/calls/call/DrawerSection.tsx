import { type ReactNode, useId } from 'react'
import classes from '#web/features/calls/call/DrawerSection.module.css'
import { QuietText } from '#web/ui/layout.tsx'

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
        {note !== undefined && (
          <QuietText fontSize={13} fontWeight={400}>
            {note}
          </QuietText>
        )}
      </h3>
      {children}
    </section>
  )
}
