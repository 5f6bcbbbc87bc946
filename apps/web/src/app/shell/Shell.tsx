import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { PageErrorBoundary } from '#web/app/PageErrorBoundary.tsx'
import { ViewAsBanner } from '#web/app/shell/ViewAsBanner.tsx'
import { useMenus } from '#web/app/shell/menus-query.ts'
import { findOpenPage } from '#web/app/shell/open-page.ts'
import { NetworkStrip } from '#web/app/shell/NetworkStrip.tsx'
import { joined } from '#web/app/shell/side-menu-items.tsx'
import { SideMenu } from '#web/app/shell/SideMenu.tsx'
import classes from '#web/app/shell/Shell.module.css'
import { TopBar } from '#web/app/shell/TopBar.tsx'
import { trackPage } from '#web/app/shell/tracked-pages.ts'
import { withoutCallers } from '#web/app/shell/without-callers.ts'
import { useCurrentUser, useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'
import { isElsewhere, usePlayback } from '#web/lib/playback/playback.ts'
import { storedFlag, useStoredFlag } from '#web/lib/stored-flag.ts'
import { WeekStartContext } from '#web/lib/week-start.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { PageTitleContext } from '#web/ui/page/page-title.ts'

const SideMenuDrawer = lazyExport(() => import('#web/app/shell/SideMenuDrawer.tsx'), 'SideMenuDrawer')

const ReminderNotices = lazyExport(() => import('#web/app/shell/ReminderNotices.tsx'), 'ReminderNotices')

const SmallPlayer = lazyExport(() => import('#web/features/recordings/player/SmallPlayer.tsx'), 'SmallPlayer')

const pageFirstMs = 2000

const isMenuCollapsed = storedFlag('isMenuCollapsed')

/** The frame of every signed-in page: top bar, side menu, the page. */
export function Shell() {
  const { pathname, search } = useLocation()
  const { isAdmin } = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const settings = useQuery(systemSettingsQuery).data
  const productName = settings?.productName ?? 'Callboard'
  const menus = useMenus()
  // Whoever may see nothing gets no empty column; administrators have their history at least.
  const hasMenu = isAdmin || joined(menus).length > 0
  const isNarrow = useMediaQuery('(width < 992px)')
  const isCollapsed = useStoredFlag(isMenuCollapsed) ?? false
  const isPlayerShown = usePlayback(isElsewhere)
  const isPageFirst = useIsPageFirst()
  const isReminded = useMayBeReminded() && !isPageFirst
  const [openedOn, setOpenedOn] = useState<string>()
  const isDrawerOpen = isNarrow && openedOn === pathname

  // Pages visited as another user do not belong in one's own history.
  const path = isAdmin && !isViewingAs ? withoutCallers({ pathname, search }) : undefined
  const onShown = useCallback(
    (title: string) => {
      if (path !== undefined) trackPage({ path, title })
    },
    [path],
  )
  const { viewName } = findOpenPage(menus, { pathname, search })
  const titles = useMemo(() => ({ productName, viewName, onShown }), [productName, viewName, onShown])

  function toggle() {
    if (isNarrow) setOpenedOn(isDrawerOpen ? undefined : pathname)
    else isMenuCollapsed.write(!isCollapsed)
  }

  return (
    <PageTitleContext value={titles}>
      <a className={classes.skip} href="#content">
        Skip to the page
      </a>
      <TopBar
        productName={productName}
        logoUrl={settings?.logoUrl}
        isMenuOpen={isNarrow ? isDrawerOpen : !isCollapsed}
        onToggleMenu={hasMenu ? toggle : undefined}
      />
      {isViewingAs && <ViewAsBanner />}
      <NetworkStrip />
      <div className={belowClasses({ isViewingAs, isPlayerShown })}>
        {hasMenu && !isNarrow && (
          <nav className={isCollapsed ? classes.narrowSide : classes.side} aria-label="Main" id="side-menu">
            <SideMenu isCollapsed={isCollapsed} />
          </nav>
        )}
        <main className={classes.main} id="content" tabIndex={-1}>
          <WeekStartContext value={settings?.weekStartsOn ?? 1}>
            <Outlet />
          </WeekStartContext>
        </main>
      </div>
      {hasMenu && isNarrow && (isDrawerOpen || !isPageFirst) && (
        // Loaded before it is opened, so that it opens at once, but after the page.
        <Suspense>
          <SideMenuDrawer isOpen={isDrawerOpen} onClose={() => setOpenedOn(undefined)} />
        </Suspense>
      )}
      {isPlayerShown && (
        <div className={classes.player}>
          <PageErrorBoundary>
            <Suspense>
              <SmallPlayer />
            </Suspense>
          </PageErrorBoundary>
        </div>
      )}
      {isReminded && (
        <PageErrorBoundary isOptional>
          <Suspense>
            <ReminderNotices isAbovePlayer={isPlayerShown} />
          </Suspense>
        </PageErrorBoundary>
      )}
      <ScrollRestoration getKey={placeOf} />
    </PageTitleContext>
  )
}

/** What is not needed for the page itself waits a little. */
function useIsPageFirst(): boolean {
  const [isPageFirst, setIsPageFirst] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsPageFirst(false), pageFirstMs)
    return () => clearTimeout(timer)
  }, [])
  return isPageFirst
}

/** Whoever may put callers off is told when their time has come. */
function useMayBeReminded(): boolean {
  const mayPutOff = useHoldsClaim('call.edit')
  const maySeeCalls = useHoldsClaim('reporting.call.details')
  return !useIsViewingAs() && mayPutOff && maySeeCalls
}

function belowClasses({ isViewingAs, isPlayerShown }: { isViewingAs: boolean; isPlayerShown: boolean }) {
  return [classes.below, isViewingAs && classes.belowBanner, isPlayerShown && classes.abovePlayer]
    .filter((name) => name !== false)
    .join(' ')
}

/** All pages that were opened by their address have the same key: each is to begin at its head. */
function placeOf({ key, pathname }: { key: string; pathname: string }): string {
  return key === 'default' ? pathname : key
}
