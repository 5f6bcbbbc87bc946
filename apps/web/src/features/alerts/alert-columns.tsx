import type { Alert } from '@callboard/contract/alerts'
import { Link } from 'react-router'
import { PauseButton, StopNotifyingButton } from '#web/features/alerts/AlertActions.tsx'
import { AlertState } from '#web/features/alerts/AlertState.tsx'
import { ConditionWords } from '#web/features/alerts/ConditionWords.tsx'
import { paths } from '#web/lib/urls/paths.ts'
import { recipientWords } from '#web/lib/recipient-words.ts'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Grid, QuietText } from '#web/ui/layout.tsx'

interface Reader {
  id: string
  isViewingAs: boolean
}

/** What an alert looks for, how it is, and whom it notifies. */
export function alertColumns({ id: ownId, isViewingAs }: Reader): FitColumn<Alert>[] {
  return [
    {
      key: 'name',
      title: 'Alert',
      minWidth: 260,
      priority: 0,
      render: (_, { id, name, userId, ownerName, condition }) => (
        <Grid gap={2} breaks="anywhere" minWidth={0}>
          <Link style={{ fontWeight: 700 }} to={paths.alert(id)}>
            {name}
          </Link>
          <span>
            <ConditionWords condition={condition} />
          </span>
          {userId !== ownId && <QuietText fontSize={12.5}>By {ownerName}</QuietText>}
        </Grid>
      ),
    },
    {
      key: 'since',
      title: 'State',
      minWidth: 160,
      priority: 1,
      render: (_, alert) => <AlertState alert={alert} ownId={ownId} />,
    },
    {
      key: 'recipients',
      title: 'Notifies',
      minWidth: 160,
      priority: 3,
      render: (_, { recipients }) => recipientWords(recipients, ownId),
    },
    {
      key: 'lastCheckedAt',
      title: 'Last checked',
      minWidth: 130,
      priority: 4,
      render: (_, { state: { lastCheckedAt } }) =>
        lastCheckedAt === null ? (
          <NoValue meaning="not checked yet" />
        ) : (
          <TimeText at={lastCheckedAt} show="recent" />
        ),
    },
    {
      key: 'actions',
      title: 'Actions',
      isUnlabelled: true,
      minWidth: 130,
      priority: 2,
      render: (_, alert) => {
        if (isViewingAs) return null
        // Whoever has it changes its list.
        const Action = alert.isEditable ? PauseButton : StopNotifyingButton
        return <Action alert={alert} size="small" />
      },
    },
  ]
}
