import { Suspense, useState } from 'react'
import { PageErrorBoundary } from '#web/app/PageErrorBoundary.tsx'
import { fullName, useCurrentUser } from '#web/lib/session/current-user.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useWhenIdle } from '#web/lib/when-idle.ts'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'
import { UserAvatar } from '#web/ui/values/UserAvatar.tsx'

const loadPanel = () => import('#web/app/shell/UserPanel.tsx')
const UserPanel = lazyExport(loadPanel, 'UserPanel')

/** The avatar, and behind it profile, theme, log-out and version. */
export function UserMenu() {
  const user = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  // Before anybody opens it.
  useWhenIdle(() => void loadPanel().catch(() => undefined))
  return (
    <PopoverButton
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      placement="bottomRight"
      panel={
        <PageErrorBoundary>
          <Suspense>
            <UserPanel onDone={() => setIsOpen(false)} />
          </Suspense>
        </PageErrorBoundary>
      }
      type="text"
      shape="circle"
      icon={
        <>
          <UserAvatar user={user} size={32} />
          <Spoken>Account of {fullName(user)}</Spoken>
        </>
      }
    />
  )
}
