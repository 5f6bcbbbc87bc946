import { FileOutlined, HistoryOutlined } from '@ant-design/icons'
import { type Menu, type MenuItem, menuSlugs } from '@callboard/contract/menus'
import { type MenuProps, Tooltip } from 'antd'
import type { HTMLAttributes, ReactNode, SyntheticEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { withPeriod } from '#web/app/shell/carried-period.ts'
import classes from '#web/app/shell/SideMenu.module.css'
import type { TrackedPage } from '#web/app/shell/tracked-pages.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { MenuPicture } from '#web/ui/MenuPicture.tsx'
import { QuietText, Text } from '#web/ui/layout.tsx'

type Item = NonNullable<MenuProps['items']>[number]

const slugsOpenByDefault: readonly string[] = ['main-menu', 'reporting-menu']

interface SideMenuParts {
  menus: readonly Menu[]
  trackedPages: readonly TrackedPage[]
  isCollapsed: boolean
  open: Open
}

/** Goes to the address of an item. */
type Open = (url: string) => void

interface Form {
  isCollapsed: boolean
  open: Open
}

/** The menus joined by slug with dividers between them, then the history; empty ones are left out. */
export function sideMenuItems({ menus, trackedPages, ...form }: SideMenuParts): Item[] {
  const groups = joined(menus).map(({ tree }) => tree.flatMap((item) => topItem(item, form)))
  if (trackedPages.length > 0) groups.push(historyGroup(trackedPages, form))
  return groups.flatMap((items, index) =>
    index === 0
      ? items
      : [{ type: 'divider' as const, key: `divider-${index}`, style: { marginBlock: 10 } }, ...items],
  )
}

/** The menus in the order of the side menu, without what is empty. */
export function joined(menus: readonly Menu[]): Menu[] {
  return menuSlugs
    .flatMap((slug) => menus.filter((menu) => menu.slug === slug))
    .map((menu) => ({ ...menu, tree: menu.tree.flatMap(withoutEmpty) }))
    .filter(({ tree }) => tree.length > 0)
}

/** A group whose items are all out of the user's reach arrives without items. */
function withoutEmpty(item: MenuItem): MenuItem[] {
  const children = item.children.flatMap(withoutEmpty)
  return item.url === null && children.length === 0 ? [] : [{ ...item, children }]
}

/** A group without address and icon is a heading, for which a menu folded to icons has no room. */
function topItem(item: MenuItem, { isCollapsed, open }: Form): Item[] {
  if (item.children.length === 0 || item.url !== null || item.ico !== null) return [itemOf(item, open, true)]
  if (isCollapsed) return item.children.map((child) => itemOf(child, open, true))
  const children = item.children.map((child) => itemOf(child, open))
  return [{ key: item.id, label: <QuietText fontSize={12}>{nameOf(item)}</QuietText>, children }]
}

function itemOf(item: MenuItem, open: Open, isTop = false): Item {
  const name = nameOf(item)
  const hasChildren = item.children.length > 0
  const shared = {
    key: item.id,
    icon: item.ico === null ? iconless(isTop) : <MenuPicture ico={item.ico} />,
    label: <ItemLabel name={name} tooltip={item.tooltip} url={item.url} isTabStop={hasChildren} />,
  }
  const onChosen = opening(item.url, open)
  if (!hasChildren) return { ...shared, title: name, onClick: onChosen }
  return { ...shared, onTitleClick: onChosen, children: item.children.map((child) => itemOf(child, open)) }
}

type Chosen = { domEvent: SyntheticEvent }

/** An item can also be chosen with Enter, or by a click beside its link; the link itself only handles clicks on it. */
function opening(url: string | null, open: Open): (chosen: Chosen) => void {
  return ({ domEvent: { target } }) => {
    const isOnLink = target instanceof Element && target.closest('a') !== null
    if (url !== null && !isOnLink) open(url)
  }
}

/** Folded to icons, it is one of them, which opens the list. */
function historyGroup(pages: readonly TrackedPage[], { isCollapsed, open }: Form): Item[] {
  const isAlike = ({ title }: TrackedPage) => pages.filter((page) => page.title === title).length > 1
  const children = pages.map((page) => historyItem(isAlike(page) ? withKind(page) : page, open))
  if (isCollapsed)
    return [{ key: 'history', icon: <HistoryOutlined aria-hidden />, label: 'History', children }]
  return [{ type: 'group', key: 'history', label: <Text padding="0 0 0 4px">History</Text>, children }]
}

/** Says which of the pages of one record it is: a report has its own, those it was saved as, and that where it is edited. */
function withKind({ path, title }: TrackedPage): TrackedPage {
  const kind = path.startsWith(paths.manageList(''))
    ? 'edit'
    : path.startsWith(paths.savedReport(''))
      ? 'saved'
      : path.startsWith(paths.report(''))
        ? 'report'
        : undefined
  return { path, title: kind === undefined ? title : `${title} · ${kind}` }
}

function historyItem({ path, title }: TrackedPage, open: Open): Item {
  return {
    key: `history:${path}`,
    label: <ItemLabel name={title} tooltip={null} url={path} />,
    title,
    onClick: opening(path, open),
  }
}

/** Folded to icons, the first level needs one of each. */
function iconless(isTop: boolean): ReactNode {
  return isTop ? <FileOutlined aria-hidden /> : <span className={classes.noIcon} />
}

interface ItemLabelProps {
  name: string
  tooltip: string | null
  url: string | null
  /** The arrow keys open and close an item with children; its own page is reached by the Tab key. */
  isTabStop?: boolean
}

function ItemLabel({ name, tooltip, url, isTabStop = false }: ItemLabelProps) {
  const link = { name, url, tabIndex: isTabStop ? 0 : -1 }
  if (tooltip === null) return <LinkTo {...link} title={name} />
  return (
    <Tooltip title={tooltip} placement="right">
      <LinkTo {...link} />
    </Tooltip>
  )
}

/** Passes on the listeners and the description that a tooltip adds. */
function LinkTo({ name, url, ...rest }: { name: string; url: string | null } & HTMLAttributes<HTMLElement>) {
  const page = useLocation()
  if (url !== null && isOwnPath(url)) {
    return (
      <Link to={withPeriod(url, page)} {...rest}>
        {name}
      </Link>
    )
  }
  if (url !== null && /^https?:\/\//.test(url)) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" {...rest}>
        {name}
      </a>
    )
  }
  const { tabIndex: _, ...plain } = rest
  return <span {...plain}>{name}</span>
}

export function isOwnPath(url: string): boolean {
  return url.startsWith('/') && !url.startsWith('//')
}

export function nameOf({ label, title, key }: MenuItem): string {
  return label ?? title ?? key
}

/** Items with children in the main and reporting menus. */
export function groupsOpenByDefault(menus: readonly Menu[]): string[] {
  return joined(menus)
    .filter(({ slug }) => slugsOpenByDefault.includes(slug))
    .flatMap(({ tree }) => tree.filter(({ children }) => children.length > 0).map(({ id }) => id))
}
