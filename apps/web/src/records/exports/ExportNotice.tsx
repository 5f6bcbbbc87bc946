import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { errorText } from '#web/lib/api/api-error.ts'
import { ExportAction } from '#web/records/exports/ExportAction.tsx'
import { ExportProgress } from '#web/records/exports/ExportProgress.tsx'
import { exportQuery, isUnderWay } from '#web/records/exports/exports-query.ts'
import { Grid, QuietText, Row } from '#web/ui/layout.tsx'

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
    <Grid gap={4}>
      <span>{what}</span>
      {item === undefined ? error !== null && errorText(error) : <ExportProgress item={item} />}
      {item !== undefined && isUnderWay(item) && (
        <QuietText fontSize={13}>You can continue working, or sign out.</QuietText>
      )}
      <Row gap={8} wrap margin="4px 0 0">
        {item !== undefined && (
          <ExportAction item={item} {...(item.state === 'ready' && { onDone: onClose })} />
        )}
        <Button size="small" type="link" onClick={onShowAll}>
          My exports
        </Button>
      </Row>
    </Grid>
  )
}
