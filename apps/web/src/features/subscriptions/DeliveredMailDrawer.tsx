import { formatBytes } from '@callboard/contract/format'
import { getDeliveredFile, type Delivery } from '@callboard/contract/subscriptions'
import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Drawer } from 'antd'
import classes from '#web/features/subscriptions/deliveries.module.css'
import { deliveredMailQuery } from '#web/features/subscriptions/queries.ts'
import { download } from '#web/lib/api.ts'
import { errorText } from '#web/lib/api-error.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { MailBody } from '#web/ui/MailBody.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

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
      title={subject ?? 'The mail'}
      size={isNarrow ? '100vw' : 'clamp(520px, 56vw, 860px)'}
      onClose={onClose}
    >
      <p className={classes.facts}>
        To {recipient.name}
        {sentAt !== null && (
          <>
            {' · '}
            <TimeText at={sentAt} />
          </>
        )}
      </p>
      <Files delivery={delivery} />
      <QueryState query={query} errorTitle="The mail could not be loaded">
        {({ text, html }) => <MailBody text={text} html={html} />}
      </QueryState>
    </Drawer>
  )
}

function Files({ delivery: { id, savedReportId, files } }: { delivery: Delivery }) {
  const { message } = App.useApp()
  if (files.length === 0) return null
  const save = async (name: string) => {
    try {
      await download(getDeliveredFile, { params: { savedReportId, id, name } }, '*/*')
    } catch (error) {
      message.error(errorText(error))
    }
  }
  return (
    <ul className={classes.files} aria-label="Files">
      {files.map(({ name, bytes }) => (
        <li key={name}>
          <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void save(name)}>
            {name} · {formatBytes(bytes)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
