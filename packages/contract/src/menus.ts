import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Guid } from './scalars.ts'

export const menuIcons = ['phone', 'deployment-unit', 'shop', 'clock-circle'] as const

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
}

export interface MenuItem {
  id: string
  key: string
  label: string | null
  title: string | null
  tooltip: string | null
  ico: (typeof menuIcons)[number] | null
  url: string | null
  parentId: string | null
  order: number
  claim: string | null
  adminOnly: boolean
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

export const listMenus = endpoint({
  method: 'GET',
  path: '/api/settings/menu',
  summary: 'The menus with the items that the asking user may use.',
  response: z.array(Menu),
  effect: 'read',
})

export const getMenu = endpoint({
  method: 'GET',
  path: '/api/settings/menu/{id}',
  summary: 'One menu with the items that the asking user may use.',
  params: z.strictObject({ id: Guid }),
  response: Menu,
  effect: 'read',
})
