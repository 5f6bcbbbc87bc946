import type { ReactNode } from 'react'
import classes from '#web/ui/Notice.module.css'

interface NoticeProps {
  kind: 'error' | 'done' | 'note'
  children: ReactNode
}

/** A message in its place, without Ant Design. An error is read out at once. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className={classes[kind]} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
