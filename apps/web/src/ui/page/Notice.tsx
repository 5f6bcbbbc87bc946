import type { ReactNode } from 'react'
import classes from '#web/ui/page/Notice.module.css'

interface NoticeProps {
  kind: 'error' | 'done' | 'note'
  children: ReactNode
}

/** A message within the page, without Ant Design. Screen readers read out an error at once. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className={classes[kind]} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
