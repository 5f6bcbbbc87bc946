import { DownloadOutlined } from '@ant-design/icons'
import { formatBytes } from '@callboard/contract/format'
import { type Delivery, getDeliveredFile } from '@callboard/contract/subscriptions'
import classes from '#web/features/subscriptions/deliveries.module.css'
import { download } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { QuietText, Row } from '#web/ui/layout.tsx'

/** The files of a delivery, as far as they are kept. */
export function DeliveredFiles({ delivery: { id, savedReportId, files } }: { delivery: Delivery }) {
  if (files.length === 0) return null
  return (
    <Row as="ul" gap={8} wrap margin="0 0 16px" className={classes.files} aria-label="Files">
      {files.map(({ name, bytes, isKept }) => (
        <li key={name}>
          <ActionButton
            className={classes.file ?? ''}
            title={name}
            disabled={!isKept}
            icon={<DownloadOutlined aria-hidden />}
            action={() => download(getDeliveredFile, { params: { savedReportId, id, name } }, '*/*')}
            changes={[]}
          >
            <span className={classes.fileName}>{name}</span>
            <QuietText fontSize={12.5}>{isKept ? formatBytes(bytes) : 'deleted'}</QuietText>
          </ActionButton>
        </li>
      ))}
    </Row>
  )
}
