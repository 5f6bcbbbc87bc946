import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import classes from '#web/app/shell/TopBar.module.css'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'
import { paths } from '#web/lib/paths.ts'
import { Logo } from '#web/ui/Logo.tsx'

interface TopBarProps {
  productName: string
  isMenuOpen: boolean
  onToggleMenu: () => void
}

export function TopBar({ productName, isMenuOpen, onToggleMenu }: TopBarProps) {
  return (
    <header className={classes.bar}>
      <Button
        type="text"
        className={classes.toggle}
        icon={isMenuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-label={isMenuOpen ? 'Fold the side menu' : 'Unfold the side menu'}
        aria-expanded={isMenuOpen}
        onClick={onToggleMenu}
      />
      <Link className={classes.logo} to={paths.dashboard} aria-label={`${productName}, to the dashboard`}>
        <Logo name={productName} />
      </Link>
      <UserMenu />
    </header>
  )
}
