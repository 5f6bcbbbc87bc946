import { PaperClipOutlined } from '@ant-design/icons'
import { formatBytes } from '@callboard/contract/format'
import { getMailFile, type MailInFull } from '@callboard/contract/mails'
import { Alert, Descriptions } from 'antd'
import { MailStatusTag } from '#web/features/outbox/columns.tsx'
import classes from '#web/features/outbox/outbox.module.css'
import { download } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { CopyButton } from '#web/ui/buttons/CopyButton.tsx'
import { MailBody } from '#web/ui/mails/MailBody.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { QuietText, Row, Text } from '#web/ui/layout.tsx'

/** A mail as it arrives, and what became of it. */
export function MailView({ mail }: { mail: MailInFull }) {
  return (
    <Panel label="The email">
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          { key: 'to', label: 'To', children: mail.recipient },
          { key: 'state', label: 'State', children: <MailStatusTag status={mail.status} /> },
          { key: 'written', label: 'Written', children: <TimeText at={mail.createdAt} /> },
          ...(mail.sentAt === null
            ? []
            : [{ key: 'sent', label: 'Sent', children: <TimeText at={mail.sentAt} /> }]),
          ...(mail.tries === 0 ? [] : [{ key: 'tries', label: 'Tries', children: mail.tries }]),
          ...(mail.nextTryAt === null
            ? []
            : [{ key: 'next', label: 'Next try', children: <TimeText at={mail.nextTryAt} /> }]),
          ...(mail.lastError === null
            ? []
            : [{ key: 'error', label: 'Error', span: 'filled' as const, children: mail.lastError }]),
          ...(mail.serverAnswer === null || mail.lastError?.includes(mail.serverAnswer) === true
            ? []
            : [
                {
                  key: 'answer',
                  label: 'The mail server said',
                  span: 'filled' as const,
                  children: mail.serverAnswer,
                },
              ]),
        ]}
      />
      {mail.status === 'uncertain' && (
        <Alert
          style={{ margin: '12px 0 16px' }}
          type="warning"
          showIcon
          title="It may have arrived: the mail server received all of it, or the portal stopped while sending it. That is why it is not resent automatically."
        />
      )}
      {mail.attachments.length > 0 && <Attachments mail={mail} />}
      {mail.link !== null && <LinkOfMail link={mail.link} />}
      <MailBody text={mail.text} html={mail.html} />
    </Panel>
  )
}

function LinkOfMail({ link }: { link: string }) {
  return (
    <Row as="p" gap="8px 12px" align="center" wrap margin="8px 0 16px">
      <CopyButton text={link} label="Copy the link" done="Link copied." />
      <QuietText>Share it only with the recipient: anyone who opens it can set their password.</QuietText>
    </Row>
  )
}

function Attachments({ mail: { id, attachments } }: { mail: MailInFull }) {
  return (
    <Row as="ul" gap={8} wrap margin="12px 0 16px" className={classes.files} aria-label="Attachments">
      {attachments.map(({ name, bytes }) => (
        <li key={name}>
          <ActionButton
            size="small"
            style={{ maxWidth: '100%' }}
            title={name}
            icon={<PaperClipOutlined />}
            action={() => download(getMailFile, { params: { id, name } }, '*/*')}
            changes={[]}
          >
            <Text breaks="ellipsis">{name}</Text>
            <QuietText>{formatBytes(bytes)}</QuietText>
          </ActionButton>
        </li>
      ))}
    </Row>
  )
}
