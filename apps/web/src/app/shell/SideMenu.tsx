import { Menu as AntMenu, type MenuRef } from 'antd'
import { useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { withPeriod } from '#web/app/shell/carried-period.ts'
import { useMenus } from '#web/app/shell/menus-query.ts'
import { findOpenPage } from '#web/app/shell/open-page.ts'
import { groupsOpenByDefault, isOwnPath, sideMenuItems } from '#web/app/shell/side-menu-items.tsx'
import classes from '#web/app/shell/SideMenu.module.css'
import { useTrackedPages } from '#web/app/shell/tracked-pages.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'

/** Until a group has opened. */
const openingMs = 300

interface SideMenuProps {
  isCollapsed: boolean
}

/** The menus of the server, then the history of admins. */
export function SideMenu({ isCollapsed }: SideMenuProps) {
  const { isAdmin } = useCurrentUser()
  const menus = useMenus()
  const trackedPages = useTrackedPages()
  const location = useLocation()
  const navigate = useNavigate()
  const items = useMemo(() => {
    const open = (url: string) => {
      if (isOwnPath(url)) void navigate(withPeriod(url, location))
      else window.open(url, '_blank', 'noopener')
    }
    return sideMenuItems({ menus, trackedPages: isAdmin ? trackedPages : [], isCollapsed, open })
  }, [menus, isAdmin, trackedPages, isCollapsed, location, navigate])
  const openPage = findOpenPage(menus, location)
  const openAtFirst = isCollapsed ? [] : [...groupsOpenByDefault(menus), ...openPage.parents]
  const openKeys = useRef<string[]>(undefined)
  const menu = useRef<MenuRef>(null)
  /** What a group has may lie below the window. */
  function showOpened(keys: string[]) {
    const opened = keys.find((key) => !(openKeys.current ?? openAtFirst).includes(key))
    openKeys.current = keys
    if (opened === undefined || isCollapsed) return
    setTimeout(() => {
      const title = menu.current?.menu?.list.querySelector(`[data-menu-id$="${opened}"]`)
      title?.closest('li')?.scrollIntoView({ block: 'nearest' })
    }, openingMs)
  }
  return (
    <AntMenu
      ref={menu}
      // Which groups are open by default is known when the menus are.
      key={menus.map(({ id }) => id).join()}
      className={classes.menu}
      mode="inline"
      inlineCollapsed={isCollapsed}
      items={items}
      inlineIndent={8}
      defaultOpenKeys={openAtFirst}
      onOpenChange={showOpened}
      selectedKeys={openPage.keys}
    />
  )
}
