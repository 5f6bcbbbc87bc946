import { useQuery } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { NamesPanel } from '#web/features/profile/NamesPanel.tsx'
import { PasswordPanel } from '#web/features/profile/PasswordPanel.tsx'
import { PicturePanel } from '#web/features/profile/PicturePanel.tsx'
import { RightsPanels } from '#web/features/profile/RightsPanels.tsx'
import { SessionsPanel } from '#web/features/profile/SessionsPanel.tsx'
import { SignInsPanel } from '#web/features/profile/SignInsPanel.tsx'
import { TwoFactorPanel } from '#web/features/profile/TwoFactorPanel.tsx'
import { fullName, useCurrentUser, useIsViewingAs } from '#web/lib/current-user.ts'
import { systemSettingsQuery } from '#web/lib/system-settings-query.ts'
import { userQuery } from '#web/records/user-query.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'

export function ProfilePage() {
  const me = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const query = useQuery(userQuery(me.id))
  const defaultTimeZone = useQuery(systemSettingsQuery).data?.defaultTimeZone
  return (
    <PageFrame
      title="Manage Your Profile"
      description="Who you are here, how you sign in, and what you may do"
    >
      {isViewingAs && (
        <Notice kind="note">
          This is the profile of {fullName(me)}. While you view it, nothing can be changed, and their sessions
          and sign-ins are not shown.
        </Notice>
      )}
      <ConfigProvider componentDisabled={isViewingAs}>
        <QueryState query={query}>
          {/* Each revision gets a form of its own: what was typed into an older one can no longer be saved. */}
          {(user) => <NamesPanel key={user.revision} user={user} defaultTimeZone={defaultTimeZone} />}
        </QueryState>
        <PicturePanel />
        {me.loginProvider === 'local' ? (
          <>
            <PasswordPanel />
            <TwoFactorPanel />
          </>
        ) : (
          <Panel title="Sign-in">
            You sign in at “{me.loginProvider}”. Your password and your second factor are kept there, and
            changed there.
          </Panel>
        )}
      </ConfigProvider>
      {!isViewingAs && <SessionsPanel />}
      {!isViewingAs && <SignInsPanel />}
      <RightsPanels />
    </PageFrame>
  )
}
