import { type ReactNode, type Ref, useId } from 'react'
import classes from '#web/ui/page/Panel.module.css'
import { QuietText, Row, Text } from '#web/ui/layout.tsx'

interface PanelProps {
  title?: ReactNode
  /** Secondary text to the right of the title: a unit, a state. */
  note?: ReactNode
  /** What colours mean; on a line of its own where there is little room. */
  legend?: ReactNode
  /** Controls on the right of the title. */
  actions?: ReactNode
  /** Without padding around the content, for tables that reach the edges. */
  flush?: boolean
  /** Name for screen readers when there is no title. */
  label?: string
  className?: string | undefined
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A flat surface with a thin border: the only container for content. */
export function Panel({
  title,
  note,
  legend,
  actions,
  flush = false,
  label,
  className,
  ref,
  children,
}: PanelProps) {
  const titleId = useId()
  const hasHead = title !== undefined || note !== undefined || legend !== undefined || actions !== undefined
  return (
    <section
      ref={ref}
      className={[classes.panel, className].filter(Boolean).join(' ')}
      aria-labelledby={title === undefined ? undefined : titleId}
      aria-label={title === undefined ? label : undefined}
    >
      {hasHead && (
        <Row gap="8px 16px" align="flex-start" wrap padding="12px 16px 0" minHeight={24}>
          <Row gap="0 16px" align="center" wrap flex="1 1 150px" minWidth={0}>
            {title !== undefined && (
              <Text as="h2" flex="1 1 auto" fontSize={15} fontWeight={700} lineHeight="24px" id={titleId}>
                {title}
              </Text>
            )}
            {note !== undefined && (
              <QuietText as="div" fontSize={13}>
                {note}
              </QuietText>
            )}
            {legend !== undefined && <div className={classes.legend}>{legend}</div>}
          </Row>
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </Row>
      )}
      <div className={flush ? classes.flush : classes.content}>{children}</div>
    </section>
  )
}
