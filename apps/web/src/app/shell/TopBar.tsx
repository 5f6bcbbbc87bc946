import {
  DownOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { BarPopover } from '#web/app/shell/BarPopover.tsx'
import { GuideButton } from '#web/app/shell/GuideButton.tsx'
import { SearchBox } from '#web/app/shell/SearchBox.tsx'
import { useBarKey } from '#web/app/shell/bar-key.ts'
import classes from '#web/app/shell/TopBar.module.css'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'
import {
  fullName,
  holdsClaim,
  useCurrentUser,
  useIsViewingAs,
  useRealUser,
} from '#web/lib/session/current-user.ts'
import { lazyExport, preload } from '#web/lib/lazy-export.ts'
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
  const isRoomy = useMediaQuery('(width >= 900px)')
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
      {isAdmin && (isRoomy ? <RoomySearch /> : <NarrowSearch />)}
      {mayViewAs && (isRoomy ? <RoomyViewAs /> : <NarrowViewAs />)}
      <GuideButton />
      <UserMenu />
    </header>
  )
}

function RoomySearch() {
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
      <Suspense fallback={<div className={classes.viewAsToCome} aria-busy="true" />}>
        <ViewAsSelect isFocused />
      </Suspense>
    </BarPopover>
  )
}

/** Seldom used, and large: until somebody clicks or types, it only looks like what is loaded for whoever comes near it. */
function RoomyViewAs() {
  const user = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const [typed, setTyped] = useState('')
  const [stage, setStage] = useState<'closed' | 'opening' | 'open'>('closed')
  const load = () => void preload(ViewAsSelect)
  async function open() {
    setStage('opening')
    await preload(ViewAsSelect)
    setStage('open')
  }
  if (stage === 'open') {
    return (
      <Suspense fallback={<div className={classes.viewAsToCome} aria-busy="true" />}>
        <ViewAsSelect isFocused opened={{ typed }} />
      </Suspense>
    )
  }
  return (
    <span className={classes.viewAsToCome}>
      <input
        role="combobox"
        aria-label="View as"
        aria-haspopup="listbox"
        aria-controls="view-as-choices"
        aria-expanded={false}
        aria-busy={stage === 'opening'}
        placeholder={isViewingAs ? fullName(user) : 'View as …'}
        className={isViewingAs ? classes.viewedAs : ''}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          void open()
        }}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => void open()}
        onKeyDown={({ key }) => {
          if (key === 'Enter' || key === 'ArrowDown') void open()
        }}
      />
      <DownOutlined aria-hidden />
    </span>
  )
}
