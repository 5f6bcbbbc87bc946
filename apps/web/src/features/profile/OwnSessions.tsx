import { deleteOtherSessions, deleteSession } from '@callboard/contract/users'
import { sessionsQuery } from '#web/features/profile/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { SessionsPanel } from '#web/records/sign-ins/SessionsPanel.tsx'

export function OwnSessions() {
  return (
    <SessionsPanel
      note="Where you are signed in"
      query={sessionsQuery}
      changes={['session', 'signIn']}
      end={(id) => send(deleteSession, { params: { id } })}
      endAll={{
        label: 'Sign out all others',
        question: {
          title: 'Sign out all your other sessions?',
          content:
            'They end immediately. You stay signed in here, and have to sign in again everywhere else.',
        },
        action: () => send(deleteOtherSessions, {}),
      }}
    />
  )
}
