import type { ReactNode } from 'react'
import { Hint, Row, Stack, Text } from '#web/ui/layout.tsx'
import { AboutButton } from '#web/ui/page/AboutButton.tsx'
import { usePageTitle } from '#web/ui/page/page-title.ts'
import classes from '#web/ui/page/PageFrame.module.css'

interface PageFrameProps {
  title: string
  /** One line on what the page shows. */
  description?: ReactNode
  /** Buttons on the right. */
  actions?: ReactNode
  /** Beside the title, whatever room there is. */
  mark?: ReactNode
  /** Above the title; under manage/ only. */
  breadcrumbs?: ReactNode
  /**
   * The head is one line, for pages that are opened for the figures under it: what has no room in it is cut, asked for
   * or, of buttons, an icon.
   */
  isDense?: boolean
  children: ReactNode
}

/** Head and body of every signed-in page; sets the document's title. */
export function PageFrame({ title, breadcrumbs, isDense = false, children, ...head }: PageFrameProps) {
  const shown = usePageTitle(title)
  return (
    <div className={isDense ? `${classes.page} ${classes.dense}` : classes.page}>
      <title>{shown.documentTitle}</title>
      {breadcrumbs}
      {isDense ? <DenseHead title={shown.title} {...head} /> : <Head title={shown.title} {...head} />}
      <Stack gap={isDense ? 8 : 12} minWidth={0} className={classes.body}>
        {children}
      </Stack>
    </div>
  )
}

type HeadProps = Pick<PageFrameProps, 'title' | 'description' | 'actions' | 'mark'>

function Head({ title, description, actions, mark }: HeadProps) {
  return (
    <header className={classes.head}>
      <Row gap="4px 12px" align="baseline" wrap flex="1 1 240px" minWidth={0}>
        <Text as="h1" breaks="anywhere" fontSize={22} fontWeight={700} lineHeight="32px">
          {title}
        </Text>
        {mark}
        {description !== undefined && <Hint className={classes.description}>{description}</Hint>}
      </Row>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

function DenseHead({ title, description, actions, mark }: HeadProps) {
  return (
    <header className={`${classes.head} ${classes.denseHead}`}>
      <Row gap={4} align="center" flex="1 1 240px" minWidth={0}>
        <h1 className={classes.cutTitle} title={title}>
          {title}
        </h1>
        {mark !== undefined && <span className={classes.mark}>{mark}</span>}
        {description !== undefined && description !== '' && (
          <>
            <Hint className={classes.cutDescription}>{description}</Hint>
            <span className={classes.about}>
              <AboutButton of={title}>{description}</AboutButton>
            </span>
          </>
        )}
      </Row>
      {actions !== undefined && <div className={`${classes.actions} ${classes.iconActions}`}>{actions}</div>}
    </header>
  )
}
