import { formatCounted } from '@callboard/contract/format'
import { type CheckedRecipient, previewSending, type ReportToSend } from '@callboard/contract/sending'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { MailBody } from '#web/ui/mails/MailBody.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Hint } from '#web/ui/layout.tsx'

interface PreviewDrawerProps {
  recipient: CheckedRecipient
  report: ReportToSend
  subject: string
  onClose: () => void
}

/** The mail that a recipient would get now. */
export function PreviewDrawer({ recipient, report, subject, onClose }: PreviewDrawerProps) {
  const { userId, email, name } = recipient
  const me = useCurrentUser()
  const isNarrow = useMediaQuery(narrowList)
  const to = userId === null ? { email: email ?? '' } : { userId }
  const query = useQuery(
    endpointQuery('subscription', previewSending, { body: { report, recipient: to, subject } }),
  )
  return (
    <Drawer
      open
      title={userId === me.id ? 'What you will get' : `What ${name} will get`}
      size={isNarrow ? '100vw' : 'clamp(520px, 56vw, 860px)'}
      onClose={onClose}
    >
      <QueryState query={query} errorTitle="The email could not be previewed">
        {({ subject: shown, text, html, rowCount, seesMore }) => (
          <>
            <Hint breaks="anywhere" margin="0 0 12px">
              {shown} · {formatCounted(rowCount, 'row')} · as of now
              {seesMore && ` · ${name} sees calls that you do not: theirs has them, this preview does not`}
            </Hint>
            <MailBody text={text} html={html} />
          </>
        )}
      </QueryState>
    </Drawer>
  )
}
