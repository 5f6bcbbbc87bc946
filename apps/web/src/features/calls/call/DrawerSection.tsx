import { type ReactNode, useId } from 'react'
import classes from '#web/features/calls/call/DrawerSection.module.css'
import { QuietText, Row } from '#web/ui/layout.tsx'

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
      <Row
        as="h3"
        id={id}
        gap="4px 12px"
        align="baseline"
        justify="space-between"
        wrap
        margin="0 0 10px"
        fontSize={15}
      >
        {title}
        {note !== undefined && (
          <QuietText fontSize={13} fontWeight={400}>
            {note}
          </QuietText>
        )}
      </Row>
      {children}
    </section>
  )
}
