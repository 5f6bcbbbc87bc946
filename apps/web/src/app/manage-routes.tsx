import { type Claim, entityTypes, type EntityType } from '@callboard/contract/claims'
import { type ComponentType, lazy } from 'react'
import type { PageAccess, PageRoute } from '#web/app/page-route.ts'
import { entityKind, paths } from '#web/lib/paths.ts'

interface RecordPages {
  list: ComponentType
  /** Also makes a new one, under the id `add`. Without it the list is all there is. */
  record?: ComponentType
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
  apikeys: {
    list: lazy(async () => ({ default: (await import('#web/pages/manage/ApiKeysPage.tsx')).ApiKeysPage })),
    record: lazy(async () => ({ default: (await import('#web/pages/manage/ApiKeyPage.tsx')).ApiKeyPage })),
    access: 'admin',
  },
  changetracking: {
    list: lazy(async () => ({
      default: (await import('#web/pages/manage/ChangeTrackingPage.tsx')).ChangeTrackingPage,
    })),
    access: 'admin',
  },
  emailtemplates: {
    list: lazy(async () => ({
      default: (await import('#web/pages/manage/EmailTemplatesPage.tsx')).EmailTemplatesPage,
    })),
    record: lazy(async () => ({
      default: (await import('#web/pages/manage/EmailTemplatePage.tsx')).EmailTemplatePage,
    })),
    access: 'admin',
  },
  media: {
    list: lazy(async () => ({ default: (await import('#web/pages/manage/MediaPage.tsx')).MediaPage })),
    access: 'admin',
  },
  menus: {
    list: lazy(async () => ({ default: (await import('#web/pages/manage/MenusPage.tsx')).MenusPage })),
    record: lazy(async () => ({ default: (await import('#web/pages/manage/MenuPage.tsx')).MenuPage })),
    access: 'admin',
  },
  settings: {
    list: lazy(async () => ({ default: (await import('#web/pages/manage/SettingsPage.tsx')).SettingsPage })),
    access: 'admin',
  },
  customers: {
    list: lazy(async () => ({
      default: (await import('#web/pages/manage/CustomersPage.tsx')).CustomersPage,
    })),
    record: lazy(async () => ({
      default: (await import('#web/pages/manage/CustomerPage.tsx')).CustomerPage,
    })),
    access: 'client.view',
  },
  entitygroups: {
    list: lazy(async () => ({
      default: (await import('#web/pages/manage/EntityGroupsPage.tsx')).EntityGroupsPage,
    })),
    record: lazy(async () => ({
      default: (await import('#web/pages/manage/EntityGroupPage.tsx')).EntityGroupPage,
    })),
    access: 'admin',
  },
} as const satisfies Record<string, RecordPages>

/** Entities have pages of their own for each type. */
const entityPages = Object.fromEntries(entityTypes.map((type) => [entityKind(type), entityPagesOf(type)]))

function entityPagesOf(type: EntityType): RecordPages {
  return {
    list: lazy(async () => {
      const { EntitiesPage } = await import('#web/pages/manage/EntitiesPage.tsx')
      return { default: () => <EntitiesPage type={type} /> }
    }),
    record: lazy(async () => {
      const { EntityPage } = await import('#web/pages/manage/EntityPage.tsx')
      return { default: () => <EntityPage type={type} /> }
    }),
    access: `${type}.view`,
  }
}

const kinds: readonly (readonly [string, RecordPages])[] = Object.entries({ ...recordPages, ...entityPages })

export const manageRoutes: readonly PageRoute[] = [
  ...kinds.flatMap(([kind, { list, record, access }]) => [
    { path: paths.manageList(kind), access, page: list },
    ...(record === undefined ? [] : [{ path: paths.manageRecord(kind, ':id'), access, page: record }]),
  ]),
  {
    path: paths.manageEntities,
    access: entityTypes.map((type): Claim => `${type}.view`),
    page: lazy(async () => ({
      default: (await import('#web/pages/manage/EntityTypesPage.tsx')).EntityTypesPage,
    })),
  },
  {
    path: paths.importEntities,
    access: entityTypes.map((type): Claim => `${type}.edit`),
    page: lazy(async () => ({
      default: (await import('#web/pages/manage/EntityImportPage.tsx')).EntityImportPage,
    })),
  },
]
