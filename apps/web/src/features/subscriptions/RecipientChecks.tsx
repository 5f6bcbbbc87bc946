import { formatCounted } from '@callboard/contract/format'
import type { CheckedRecipient, ReportToSend } from '@callboard/contract/sending'
import { Button } from 'antd'
import { useState } from 'react'
import { PreviewDrawer } from '#web/features/subscriptions/PreviewDrawer.tsx'
import classes from '#web/features/subscriptions/RecipientChecks.module.css'
import type { GroupToShareWith } from '#web/features/subscriptions/sending/send-plan.ts'
import type { useCheck } from '#web/features/subscriptions/use-check.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { useHasNoAddress } from '#web/records/own-address.ts'
import { QuietText, Row, Text } from '#web/ui/layout.tsx'
import { errorText } from '#web/lib/api/api-error.ts'

interface RecipientChecksProps {
  check: ReturnType<typeof useCheck>
  report: ReportToSend
  subject: string
  /** Shares the report on the way; undefined for who may not. */
  onShare: ((group: GroupToShareWith) => void) | undefined
  /** The group that it is going to be shared with, and how that is taken back. */
  sharedWith?: GroupToShareWith | undefined
  onUnshare?: () => void
}

/** For each recipient what they will get, or why they get nothing and what mends it: those first. */
export function RecipientChecks({
  check,
  report,
  subject,
  onShare,
  sharedWith,
  onUnshare,
}: RecipientChecksProps) {
  const me = useCurrentUser()
  const hasNoAddress = useHasNoAddress()
  const [shown, setShown] = useState<CheckedRecipient>()
  if (check.isError)
    return (
      <Text as="p" tone="worse" role="alert">
        {errorText(check.error)}
      </Text>
    )
  const { recipients: checked = [], otherMembers = 0 } = check.data ?? {}
  // That of users without an address stands under the list, where they can enter one.
  const recipients = checked.filter(({ userId }) => userId !== me.id || !hasNoAddress)
  const isLacking = ({ reason }: CheckedRecipient) => Number(reason !== null)
  return (
    <>
      <ul className={classes.list} aria-label="What each of them gets" aria-busy={check.isFetching}>
        {recipients
          .toSorted((one, other) => isLacking(other) - isLacking(one))
          .map((one) => (
            <li
              key={one.userId ?? one.email}
              className={one.reason === null ? classes.item : classes.lacking}
            >
              {one.reason === null ? (
                <>
                  <Text minWidth={0}>{one.userId === me.id ? 'You' : one.name}</Text>
                  <Button
                    type="link"
                    size="small"
                    onClick={() => setShown(one)}
                    aria-label={`Preview for ${one.name}`}
                  >
                    Preview
                  </Button>
                </>
              ) : (
                <>
                  <Text flex="1 1 220px">{one.reason}</Text>
                  <RemedyButton recipient={one} onShare={onShare} />
                </>
              )}
            </li>
          ))}
      </ul>
      {otherMembers > 0 && (
        <QuietText>
          {formatCounted(otherMembers, 'member')} of the group {otherMembers === 1 ? 'belongs' : 'belong'} to
          other customers, and {otherMembers === 1 ? 'gets' : 'get'} nothing.
        </QuietText>
      )}
      {sharedWith !== undefined && (
        <QuietText>
          It is shared with {sharedWith.name} when you send it.{' '}
          <Button type="link" size="small" onClick={onUnshare}>
            Do not share
          </Button>
        </QuietText>
      )}
      {shown !== undefined && (
        <PreviewDrawer
          recipient={shown}
          report={report}
          subject={subject}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

interface RemedyButtonProps {
  recipient: CheckedRecipient
  onShare: RecipientChecksProps['onShare']
}

function RemedyButton({ recipient: { remedy, name }, onShare }: RemedyButtonProps) {
  if (remedy !== null && 'userId' in remedy)
    return (
      <TextLink target="_blank" to={paths.manageRecord('users', remedy.userId)}>
        Open {name}
      </TextLink>
    )
  if (remedy === null || onShare === undefined)
    return (
      <Row as="span" tone="quiet">
        An administrator can change that.
      </Row>
    )
  const { share } = remedy
  return (
    <Button size="small" className={classes.share ?? ''} onClick={() => onShare(share)}>
      Share with {share.name}
    </Button>
  )
}
