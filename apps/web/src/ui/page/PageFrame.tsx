import type { ReactNode } from 'react'
import { Hint, Row, Stack, Text } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page/page-title.ts'
import classes from '#web/ui/page/PageFrame.module.css'

interface PageFrameProps {
  title: string
  /** One line on what the page shows. */
  description?: ReactNode
  /** Buttons on the right. */
  actions?: ReactNode
  /** Above the title; under manage/ only. */
  breadcrumbs?: ReactNode
  children: ReactNode
}

/** Head and body of every signed-in page; sets the document's title. */
export function PageFrame({ title, description, actions, breadcrumbs, children }: PageFrameProps) {
  const shown = usePageTitle(title)
  return (
    <div className={classes.page}>
      <title>{shown.documentTitle}</title>
      {breadcrumbs}
      <header className={classes.head}>
        <Row gap="4px 12px" align="baseline" wrap flex="1 1 240px" minWidth={0}>
          <Text as="h1" breaks="anywhere" fontSize={22} fontWeight={700} lineHeight="32px">
            {shown.title}
          </Text>
          {description !== undefined && <Hint>{description}</Hint>}
        </Row>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      <Stack gap={12} minWidth={0}>
        {children}
      </Stack>
    </div>
  )
}
