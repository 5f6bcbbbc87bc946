import { Drawer } from 'antd'
import { SideMenu } from '#web/app/shell/SideMenu.tsx'

interface SideMenuDrawerProps {
  isOpen: boolean
  onClose: () => void
}

/** The side menu as a drawer over the page, for narrow windows. */
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
