import { useQuery } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { z } from 'zod'
import { NamesPanel } from '#web/features/profile/NamesPanel.tsx'
import { PasswordPanel } from '#web/features/profile/PasswordPanel.tsx'
import { PicturePanel } from '#web/features/profile/PicturePanel.tsx'
import { RightsPanels } from '#web/features/profile/RightsPanels.tsx'
import { OwnSessions } from '#web/features/profile/OwnSessions.tsx'
import { TwoFactorPanel } from '#web/features/profile/TwoFactorPanel.tsx'
import { OwnSubscriptionsPanel } from '#web/features/subscriptions/OwnSubscriptionsPanel.tsx'
import { fullName, useCurrentUser, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { userQuery } from '#web/records/user-query.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { PageTabs } from '#web/ui/page/PageTabs.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { SignInList } from '#web/records/sign-ins/SignInList.tsx'

interface Section {
  key: string
  label: string
  content: ReactNode
}

/** Shown to nobody else. */
const ownSections: readonly Section[] = [
  { key: 'sign-in', label: 'Sign-in', content: <SignIn /> },
  { key: 'sessions', label: 'Sessions', content: <Sessions /> },
]

export function ProfilePage() {
  const me = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const sections: readonly Section[] = [
    { key: 'profile', label: 'Profile', content: <OwnData /> },
    ...(isViewingAs ? [] : ownSections),
    { key: 'subscriptions', label: 'Subscriptions', content: <OwnSubscriptionsPanel /> },
    { key: 'rights', label: 'Rights', content: <RightsPanels /> },
  ]
  return (
    <PageFrame title="Manage Your Profile" description="Your account, sign-in and rights">
      {isViewingAs && (
        <Notice kind="note">
          This is the profile of {fullName(me)}. It is read-only while you view as this user. Sign-in
          settings, sessions and sign-in history are hidden.
        </Notice>
      )}
      <ConfigProvider componentDisabled={isViewingAs}>
        <Sections sections={sections} />
      </ConfigProvider>
    </PageFrame>
  )
}

const TabSearch = z.object({ tab: z.string().max(40).optional() })

/** In tabs where there is room for them, else one below the other. */
function Sections({ sections }: { sections: readonly Section[] }) {
  const isWide = useMediaQuery('(width >= 992px)')
  const { state, write } = useUrlState(TabSearch)
  const [first] = sections
  if (!isWide) return sections.map(({ key, content }) => <Fragment key={key}>{content}</Fragment>)
  const open = sections.find(({ key }) => key === state?.tab) ?? first
  return (
    // What was typed into one stays while another is open.
    <PageTabs
      {...(open !== undefined && { activeKey: open.key })}
      onChange={(key) => write({ tab: key === first?.key ? undefined : key }, 'push')}
      items={sections.map(({ key, label, content }) => ({
        key,
        label,
        children: <Stack gap={12}>{content}</Stack>,
      }))}
    />
  )
}

function OwnData() {
  const me = useCurrentUser()
  const query = useQuery(userQuery(me.id))
  const defaultTimeZone = useQuery(systemSettingsQuery).data?.defaultTimeZone
  return (
    <>
      <QueryState query={query}>
        {/* Each revision gets a form of its own: what was typed into an older one can no longer be saved. */}
        {(user) => <NamesPanel key={user.revision} user={user} defaultTimeZone={defaultTimeZone} />}
      </QueryState>
      <PicturePanel />
    </>
  )
}

function SignIn() {
  const { loginProvider } = useCurrentUser()
  if (loginProvider === 'local') {
    return (
      <>
        <PasswordPanel />
        <TwoFactorPanel />
      </>
    )
  }
  return (
    <Panel title="Sign-in">
      You sign in at “{loginProvider}”. Change your password and second factor there.
    </Panel>
  )
}

function Sessions() {
  return (
    <>
      <OwnSessions />
      <SignInsPanel />
    </>
  )
}

function SignInsPanel() {
  return (
    <Panel
      flush
      title="Sign-ins"
      note="If you do not recognize one, change your password. This ends all other sessions"
    >
      <SignInList of="oneself" search={{ pageSize: 5 }} emptyReason="No sign-ins recorded yet." />
    </Panel>
  )
}
