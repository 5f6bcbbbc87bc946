import { Drawer } from 'antd'
import { SideMenu } from '#web/app/shell/SideMenu.tsx'

interface SideMenuDrawerProps {
  isOpen: boolean
  onClose: () => void
}

/** The side menu over the page, where the window is narrow. */
export function SideMenuDrawer({ isOpen, onClose }: SideMenuDrawerProps) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      size="min(400px, 86vw)"
      title="Menu"
      styles={{ body: { padding: 0 } }}
    >
      <nav aria-label="Main">
        <SideMenu isCollapsed={false} />
      </nav>
    </Drawer>
  )
}
