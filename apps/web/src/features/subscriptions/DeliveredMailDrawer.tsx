import type { Delivery } from '@callboard/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { DeliveredFiles } from '#web/features/subscriptions/DeliveredFiles.tsx'
import { deliveredMailQuery } from '#web/features/subscriptions/queries.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { MailBody } from '#web/ui/mails/MailBody.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Hint } from '#web/ui/layout.tsx'

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
