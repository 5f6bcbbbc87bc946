import type { ReactNode } from 'react'
import { usePageTitle } from '#web/ui/page-title.ts'
import classes from '#web/ui/PageFrame.module.css'

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
        <div className={classes.names}>
          <h1 className={classes.title}>{shown.title}</h1>
          {description !== undefined && <p className={classes.description}>{description}</p>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      <div className={classes.body}>{children}</div>
    </div>
  )
}
