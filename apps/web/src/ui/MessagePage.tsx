import type { ReactNode } from 'react'
import classes from '#web/ui/MessagePage.module.css'
import { usePageTitle } from '#web/ui/page-title.ts'

interface MessagePageProps {
  title: string
  children: ReactNode
  /** Where to go from here. */
  actions?: ReactNode
}

/** A page with nothing but a message. */
export function MessagePage({ title, children, actions }: MessagePageProps) {
  const { documentTitle } = usePageTitle(title, false)
  return (
    <div className={classes.page}>
      <title>{documentTitle}</title>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.text}>{children}</div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
