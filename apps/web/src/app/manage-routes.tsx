import { type ComponentType, lazy } from 'react'
import type { PageAccess, PageRoute } from '#web/app/page-route.ts'
import { paths } from '#web/lib/paths.ts'

interface RecordPages {
  list: ComponentType
  /** Also makes a new one, under the id `add`. */
  record: ComponentType
  access: PageAccess
}

/** The pages of each kind of record that is managed; the kind is its part of the address. */
const recordPages = {
  roles: {
    list: lazy(async () => ({ default: (await import('#web/pages/manage/RolesPage.tsx')).RolesPage })),
    record: lazy(async () => ({ default: (await import('#web/pages/manage/RolePage.tsx')).RolePage })),
    access: 'admin',
  },
  users: {
    list: lazy(async () => ({ default: (await import('#web/pages/manage/UsersPage.tsx')).UsersPage })),
    record: lazy(async () => ({ default: (await import('#web/pages/manage/UserPage.tsx')).UserPage })),
    access: 'admin',
  },
} as const satisfies Record<string, RecordPages>

export const manageRoutes: readonly PageRoute[] = [
  ...Object.entries(recordPages).flatMap(([kind, { list, record, access }]) => [
    { path: paths.manageList(kind), access, page: list },
    { path: paths.manageRecord(kind, ':id'), access, page: record },
  ]),
  {
    path: paths.manageList('changetracking'),
    access: 'admin',
    page: lazy(async () => ({
      default: (await import('#web/pages/manage/ChangeTrackingPage.tsx')).ChangeTrackingPage,
    })),
  },
]
