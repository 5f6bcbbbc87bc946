import { type MailInFull, retryMail } from '@callboard/contract/mails'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { MailView } from '#web/features/outbox/MailView.tsx'
import { mailQuery } from '#web/features/outbox/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

export function MailPage() {
  const { id = '' } = useParams()
  const query = useQuery(mailQuery(id))
  return (
    <PageFrame
      title={query.data?.subject ?? 'Email'}
      breadcrumbs={<ManageCrumbs above={[{ name: 'Outbox', path: paths.outbox }]} />}
      {...(query.data !== undefined &&
        mayBeSentAgain(query.data) && { actions: <Resend mail={query.data} /> })}
    >
      <QueryState query={query}>{(mail) => <MailView mail={mail} />}</QueryState>
    </PageFrame>
  )
}

function mayBeSentAgain({ status }: MailInFull): boolean {
  return status === 'failed' || status === 'uncertain'
}

function Resend({ mail: { id, status, recipient } }: { mail: MailInFull }) {
  const isUncertain = status === 'uncertain'
  return (
    <ActionButton
      type="primary"
      action={() => send(retryMail, { params: { id } })}
      changes={['mail', 'overview']}
      done="Sending in the background."
      {...(isUncertain && {
        question: {
          title: 'Send it again?',
          content: `It may have arrived. If it did, ${recipient} gets it twice.`,
          okText: 'Send again',
        },
      })}
    >
      {isUncertain ? 'Send again' : 'Try again'}
    </ActionButton>
  )
}
