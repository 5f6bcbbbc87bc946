import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { errorText } from '#web/lib/api-error.ts'
import { ExportAction } from '#web/records/ExportAction.tsx'
import classes from '#web/records/ExportNotice.module.css'
import { ExportProgress } from '#web/records/ExportProgress.tsx'
import { exportQuery, isUnderWay } from '#web/records/exports-query.ts'

interface ExportNoticeProps {
  id: string
  what: string
  onShowAll: () => void
  onClose: () => void
}

/** Follows an export from page to page, and offers its file when it is there. */
export function ExportNotice({ id, what, onShowAll, onClose }: ExportNoticeProps) {
  const { data: item, error } = useQuery(exportQuery(id))
  return (
    <div className={classes.notice}>
      <span>{what}</span>
      {item === undefined ? error !== null && errorText(error) : <ExportProgress item={item} />}
      {item !== undefined && isUnderWay(item) && (
        <span className={classes.hint}>You can continue working, or sign out.</span>
      )}
      <div className={classes.actions}>
        {item !== undefined && (
          <ExportAction item={item} {...(item.state === 'ready' && { onDone: onClose })} />
        )}
        <Button size="small" type="link" onClick={onShowAll}>
          My exports
        </Button>
      </div>
    </div>
  )
}
