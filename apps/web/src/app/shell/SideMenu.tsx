import { Menu as AntMenu } from 'antd'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMenus } from '#web/app/shell/menus-query.ts'
import { findOpenPage } from '#web/app/shell/open-page.ts'
import { groupsOpenByDefault, isOwnPath, sideMenuItems } from '#web/app/shell/side-menu-items.tsx'
import classes from '#web/app/shell/SideMenu.module.css'
import { useTrackedPages } from '#web/app/shell/tracked-pages.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'

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
      if (isOwnPath(url)) void navigate(url)
      else window.open(url, '_blank', 'noopener')
    }
    return sideMenuItems({ menus, trackedPages: isAdmin ? trackedPages : [], isCollapsed, open })
  }, [menus, isAdmin, trackedPages, isCollapsed, navigate])
  const openPage = findOpenPage(menus, location)
  return (
    <AntMenu
      // Which groups are open by default is known when the menus are.
      key={menus.map(({ id }) => id).join()}
      className={classes.menu}
      mode="inline"
      inlineCollapsed={isCollapsed}
      items={items}
      inlineIndent={8}
      defaultOpenKeys={isCollapsed ? [] : [...groupsOpenByDefault(menus), ...openPage.parents]}
      selectedKeys={openPage.keys}
    />
  )
}
