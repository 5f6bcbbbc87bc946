import { z } from 'zod'
import { claims } from './claims.ts'
import { endpoint } from './endpoint.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { lineOf, nameOf, RecordName } from './names.ts'
import { QueryFlag } from './paging.ts'
import { Guid } from './scalars.ts'

/** Pictures of menu items; the first four are those of the specification. */
export const menuIcons = [
  'phone',
  'deployment-unit',
  'shop',
  'clock-circle',
  'home',
  'appstore',
  'bar-chart',
  'user',
  'team',
  'safety-certificate',
  'bank',
  'apartment',
  'menu',
  'setting',
  'tool',
  'mail',
  'picture',
  'key',
  'send',
  'audit',
  'calendar',
  'file-text',
  'link',
  'wallet',
  'star',
  'bell',
  'download',
  'rollback',
] as const
export type MenuIcon = (typeof menuIcons)[number]

/** Menus in the order in which the side menu joins them. */
export const menuSlugs = ['main-menu', 'reporting-menu', 'admin-menu', 'invoicing-menu'] as const

const menuItemFields = {
  id: Guid,
  key: z.string(),
  label: z.string().nullable(),
  title: z.string().nullable(),
  tooltip: z.string().nullable(),
  ico: z.enum(menuIcons).nullable(),
  url: z.string().nullable(),
  parentId: Guid.nullable(),
  order: z.int(),
  claim: z.string().nullable(),
  adminOnly: z.boolean(),
  /**
   * Roles whose users are not shown the item, unless another role of theirs shows it. It takes away no right. Only where all
   * items are asked for.
   */
  hiddenFromRoleIds: z.array(Guid).optional(),
}

export interface MenuItem extends z.infer<z.ZodObject<typeof menuItemFields>> {
  children: MenuItem[]
}

export const MenuItem: z.ZodType<MenuItem> = z
  .strictObject({
    ...menuItemFields,
    get children() {
      return z.array(MenuItem)
    },
  })
  .meta({ id: 'MenuItem' })

export const Menu = z.strictObject({
  id: Guid,
  slug: z.string(),
  name: z.string(),
  /** Flat, children empty; the shape in which a menu is changed. */
  items: z.array(MenuItem),
  /** The same items nested. */
  tree: z.array(MenuItem),
  revision: z.int(),
})
export type Menu = z.infer<typeof Menu>

export const maxMenuItems = 500
export const maxHidingRoles = 500
export const maxMenuDepth = 4

const Text = nameOf(textLimits.menuText)

/** A path of the portal, or a page elsewhere; never a script. */
const MenuUrl = z
  .string()
  .trim()
  .max(textLimits.menuUrl)
  .refine(
    isMenuUrl,
    'must be a path of the portal, such as /reports, or an address that starts with https://',
  )

export function isMenuUrl(url: string): boolean {
  // Browsers drop line breaks and tabs out of addresses, and take a backslash for a slash.
  if (/[\\\s\p{Cc}]/u.test(url)) return false
  if (url.startsWith('/')) return !url.startsWith('//')
  return /^https:\/\/[\p{L}\p{N}.-]+(:\d{1,5})?([/?#]|$)/u.test(url)
}

/** An item as it is sent. Without `order`, items keep the order in which they are sent. */
const MenuItemInput = z.strictObject({
  /** Of an existing item, or a new id; the server makes one when it is missing. */
  id: Guid.optional(),
  key: nameOf(textLimits.menuItemKey),
  label: Text.nullable().default(null),
  title: Text.nullable().default(null),
  tooltip: Text.nullable().default(null),
  ico: z.enum(menuIcons).nullable().default(null),
  url: MenuUrl.nullable().default(null),
  /** Another item of the same list. */
  parentId: Guid.nullable().default(null),
  order: z.int().min(0).max(100_000).optional(),
  claim: z.enum(claims).nullable().default(null),
  adminOnly: z.boolean().default(false),
  /**
   * Roles whose users are not shown the item, unless another role of theirs shows it; no right is taken away. Without it, an
   * item that is there already stays hidden from those it was hidden from.
   */
  hiddenFromRoleIds: z.array(Guid).max(maxHidingRoles).optional(),
  /** Derived: empty in a flat list. */
  children: z.array(z.never()).max(0).optional(),
})
export type MenuItemInput = z.infer<typeof MenuItemInput>

const MenuItems = withExample(z.array(MenuItemInput).max(maxMenuItems), [
  { key: 'missed', label: 'Missed calls', url: '/reports/calldetails' },
])

const MenuSlug = withExample(
  z
    .string()
    .max(textLimits.menuSlug)
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be lowercase letters, digits and hyphens'),
  'our-links',
)

const MenuName = withExample(RecordName, 'Our links')

/** `all`, for administrators: with all items, whoever may use them. */
const MenuQuery = z.strictObject({ all: QueryFlag.default(false) })
const MenuId = z.strictObject({ id: idOf('menu') })

export const listMenus = endpoint({
  method: 'GET',
  path: '/api/settings/menu',
  summary: 'The menus, with the items that the caller may use.',
  query: MenuQuery,
  response: z.array(Menu),
})

export const getMenu = endpoint({
  method: 'GET',
  path: '/api/settings/menu/{id}',
  summary: 'One menu, with the items that the caller may use.',
  params: MenuId,
  query: MenuQuery,
  response: Menu,
})

export const createMenu = endpoint({
  method: 'POST',
  path: '/api/settings/menu',
  summary: 'Creates a menu.',
  body: z.strictObject({ slug: MenuSlug, name: MenuName, items: MenuItems.default([]) }),
  response: Menu,
  status: 201,
})

export const updateMenu = endpoint({
  method: 'PUT',
  path: '/api/settings/menu',
  summary:
    'Changes a menu; its items are replaced as a whole, and stay hidden from roles where that is left out. The id is in the body.',
  body: withExample(
    z.strictObject({
      id: idOf('menu'),
      slug: MenuSlug.optional(),
      name: MenuName.optional(),
      items: MenuItems.optional(),
      revision: z.int().optional(),
    }),
    {
      id: exampleIds.menu,
      items: [
        {
          key: 'answered',
          label: 'Answered calls',
          url: '/reports/calldetails',
          hiddenFromRoleIds: [exampleIds.role],
        },
      ],
    },
  ),
  response: Menu,
})

export const deleteMenu = endpoint({
  method: 'DELETE',
  path: '/api/settings/menu/{id}',
  summary: 'Deletes a menu that the side menu does not show.',
  params: MenuId,
})

export const previewMenus = endpoint({
  method: 'POST',
  path: '/api/settings/menu/preview',
  summary: 'The menus of a user who has only this role; with a draft, only that menu as it would be.',
  body: z.strictObject({
    roleId: idOf('role'),
    /** A menu as it is edited; without an id it is a new one. */
    draft: z
      .strictObject({ id: Guid.optional(), name: lineOf(textLimits.recordName), items: MenuItems })
      .optional(),
  }),
  response: z.array(Menu),
  effect: 'read',
})
