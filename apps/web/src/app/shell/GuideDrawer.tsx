import { Drawer } from 'antd'
import { Link, matchRoutes, useLocation } from 'react-router'
import classes from '#web/app/shell/GuideDrawer.module.css'
import { useMayOpen } from '#web/app/PageGate.tsx'
import { pageRoutes } from '#web/app/routes.tsx'
import type { GuidePlace } from '#web/features/guide/guide-content.ts'
import { GuideReader } from '#web/features/guide/GuideReader.tsx'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'

interface GuideDrawerProps {
  isOpen: boolean
  onClose: () => void
}

/** The guide beside the page, which can be used meanwhile. It opens at what it says of the page. */
export function GuideDrawer({ isOpen, onClose }: GuideDrawerProps) {
  const start = useGuideOfPage()
  const { isAdmin } = useCurrentUser()
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      mask={false}
      destroyOnHidden
      rootClassName={classes.drawer}
      size="min(520px, 100vw)"
      title="Guide"
      extra={
        <Link to={paths.guide('user')} onClick={onClose}>
          Whole guide
        </Link>
      }
      styles={{ body: { padding: 0 } }}
    >
      <GuideReader start={start} hasAdministration={isAdmin} />
    </Drawer>
  )
}

/** What the guide says of the page; undefined where it has no part of its own. */
function useGuideOfPage(): GuidePlace | undefined {
  const { pathname, search } = useLocation()
  const [match] = matchRoutes([...pageRoutes], pathname) ?? []
  const mayOpen = useMayOpen(match?.route.access ?? 'signedIn')
  if (!mayOpen) return 'user#what-you-may-see'
  const { guide, guideWith = {} } = match?.route ?? {}
  const opened = [...new URLSearchParams(search).keys()].find((parameter) => parameter in guideWith)
  return opened === undefined ? guide : guideWith[opened]
}
