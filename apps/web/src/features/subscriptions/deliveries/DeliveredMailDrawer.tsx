import { type Delivery, getDeliveredFile } from '@callboard/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { deliveredMailQuery } from '#web/features/subscriptions/queries.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { MailBody } from '#web/ui/mails/MailBody.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Hint, QuietText, Row, Text } from '#web/ui/layout.tsx'
import { DownloadOutlined } from '@ant-design/icons'
import { formatBytes } from '@callboard/contract/format'
import classes from '#web/features/subscriptions/deliveries/deliveries.module.css'
import { download } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'

interface DeliveredMailDrawerProps {
  delivery: Delivery
  onClose: () => void
}

/** The mail and the files that a recipient got. */
export function DeliveredMailDrawer({ delivery, onClose }: DeliveredMailDrawerProps) {
  const { id, savedReportId, subject, recipient, sentAt } = delivery
  const isNarrow = useMediaQuery(narrowList)
  const query = useQuery(deliveredMailQuery(savedReportId, id))
  return (
    <Drawer
      open
      title={subject ?? 'The email'}
      size={isNarrow ? '100vw' : 'clamp(520px, 56vw, 860px)'}
      onClose={onClose}
    >
      <Hint breaks="anywhere" margin="0 0 12px">
        To {recipient.name}
        {sentAt !== null && (
          <>
            {' · '}
            <TimeText at={sentAt} />
          </>
        )}
      </Hint>
      <DeliveredFiles delivery={delivery} />
      <QueryState query={query} errorTitle="The email could not be loaded">
        {({ text, html }) => <MailBody text={text} html={html} />}
      </QueryState>
    </Drawer>
  )
}

/** The files of a delivery, as far as they are kept. */
function DeliveredFiles({ delivery: { id, savedReportId, files } }: { delivery: Delivery }) {
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
            <Text breaks="ellipsis">{name}</Text>
            <QuietText fontSize={12.5}>{isKept ? formatBytes(bytes) : 'deleted'}</QuietText>
          </ActionButton>
        </li>
      ))}
    </Row>
  )
}
