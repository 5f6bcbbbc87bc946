import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { BarPopover } from '#web/app/shell/BarPopover.tsx'
import { GuideButton } from '#web/app/shell/GuideButton.tsx'
import { SearchBox } from '#web/app/shell/SearchBox.tsx'
import { useBarKey } from '#web/app/shell/bar-key.ts'
import classes from '#web/app/shell/TopBar.module.css'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'
import { holdsClaim, useCurrentUser, useRealUser } from '#web/lib/session/current-user.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { Box } from '#web/ui/layout.tsx'

const ViewAsSelect = lazyExport(() => import('#web/app/shell/ViewAsSelect.tsx'), 'ViewAsSelect')

interface TopBarProps {
  productName: string
  logoUrl: string | null | undefined
  isMenuOpen: boolean
  /** Undefined: there is no menu. */
  onToggleMenu: (() => void) | undefined
}

export function TopBar({ productName, logoUrl, isMenuOpen, onToggleMenu }: TopBarProps) {
  const { isAdmin } = useCurrentUser()
  const mayViewAs = holdsClaim(useRealUser(), 'masking.view')
  const isWide = useMediaQuery('(width >= 900px)')
  return (
    <header className={classes.bar}>
      {onToggleMenu !== undefined && (
        <Button
          type="text"
          className={classes.toggle}
          icon={isMenuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
          aria-label={isMenuOpen ? 'Collapse the side menu' : 'Expand the side menu'}
          aria-expanded={isMenuOpen}
          onClick={onToggleMenu}
        />
      )}
      <Link className={classes.logo} to={paths.dashboard} aria-label={`${productName}, go to the dashboard`}>
        <Logo name={productName} src={logoUrl} />
      </Link>
      {isAdmin && (isWide ? <WideSearch /> : <NarrowSearch />)}
      {mayViewAs && (isWide ? <LazyViewAs /> : <NarrowViewAs />)}
      <GuideButton />
      <UserMenu />
    </header>
  )
}

function WideSearch() {
  return (
    <Box width="min(320px, 26vw)">
      <SearchBox followsSlash />
    </Box>
  )
}

function NarrowSearch() {
  const [isOpen, setIsOpen] = useState(false)
  useBarKey('/', () => setIsOpen(true))
  return (
    <BarPopover label="Search" icon={<SearchOutlined />} isOpen={isOpen} onOpenChange={setIsOpen}>
      <SearchBox isFocused onDone={() => setIsOpen(false)} />
    </BarPopover>
  )
}

function NarrowViewAs() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <BarPopover label="View as" icon={<UserSwitchOutlined />} isOpen={isOpen} onOpenChange={setIsOpen}>
      <LazyViewAs isFocused />
    </BarPopover>
  )
}

/** Few may view as another user: the others never load it. */
function LazyViewAs({ isFocused = false }) {
  return (
    <Suspense fallback={<div className={classes.viewAsToCome} aria-busy="true" />}>
      <ViewAsSelect isFocused={isFocused} />
    </Suspense>
  )
}
