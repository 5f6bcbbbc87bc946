import { type Claim, entityTypes, type EntityType } from '@callboard/contract/claims'
import { type ManagedType, managedTypes, recordTypes } from '@callboard/contract/record-types'
import { type ComponentType, lazy } from 'react'
import type { PageRoute } from '#web/app/page-route.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { entityKind, paths } from '#web/lib/paths.ts'

interface RecordPages {
  list: ComponentType
  /** Also creates one. Without it the list is all there is. */
  record?: ComponentType
}

const recordPages: Readonly<Record<ManagedType, RecordPages>> = {
  user: {
    list: lazyExport(() => import('#web/pages/manage/UsersPage.tsx'), 'UsersPage'),
    record: lazyExport(() => import('#web/pages/manage/UserPage.tsx'), 'UserPage'),
  },
  role: {
    list: lazyExport(() => import('#web/pages/manage/RolesPage.tsx'), 'RolesPage'),
    record: lazyExport(() => import('#web/pages/manage/RolePage.tsx'), 'RolePage'),
  },
  customer: {
    list: lazyExport(() => import('#web/pages/manage/CustomersPage.tsx'), 'CustomersPage'),
    record: lazyExport(() => import('#web/pages/manage/CustomerPage.tsx'), 'CustomerPage'),
  },
  entity: {
    list: lazyExport(() => import('#web/pages/manage/EntityTypesPage.tsx'), 'EntityTypesPage'),
  },
  entityGroup: {
    list: lazyExport(() => import('#web/pages/manage/EntityGroupsPage.tsx'), 'EntityGroupsPage'),
    record: lazyExport(() => import('#web/pages/manage/EntityGroupPage.tsx'), 'EntityGroupPage'),
  },
  report: {
    list: lazyExport(() => import('#web/pages/manage/ManageReportsPage.tsx'), 'ManageReportsPage'),
    record: lazyExport(() => import('#web/pages/manage/ReportBuilderPage.tsx'), 'ReportBuilderPage'),
  },
  reportSet: {
    list: lazyExport(() => import('#web/pages/manage/ReportSetsPage.tsx'), 'ReportSetsPage'),
    record: lazyExport(() => import('#web/pages/manage/ReportSetPage.tsx'), 'ReportSetPage'),
  },
  reportGroup: {
    list: lazyExport(() => import('#web/pages/manage/ReportGroupsPage.tsx'), 'ReportGroupsPage'),
    record: lazyExport(() => import('#web/pages/manage/ReportGroupPage.tsx'), 'ReportGroupPage'),
  },
  menu: {
    list: lazyExport(() => import('#web/pages/manage/MenusPage.tsx'), 'MenusPage'),
    record: lazyExport(() => import('#web/pages/manage/MenuPage.tsx'), 'MenuPage'),
  },
  setting: {
    list: lazyExport(() => import('#web/pages/manage/SettingsPage.tsx'), 'SettingsPage'),
  },
  emailTemplate: {
    list: lazyExport(() => import('#web/pages/manage/EmailTemplatesPage.tsx'), 'EmailTemplatesPage'),
    record: lazyExport(() => import('#web/pages/manage/EmailTemplatePage.tsx'), 'EmailTemplatePage'),
  },
  media: {
    list: lazyExport(() => import('#web/pages/manage/MediaPage.tsx'), 'MediaPage'),
  },
  apiKey: {
    list: lazyExport(() => import('#web/pages/manage/ApiKeysPage.tsx'), 'ApiKeysPage'),
    record: lazyExport(() => import('#web/pages/manage/ApiKeyPage.tsx'), 'ApiKeyPage'),
  },
}

/** Entities have pages of their own for each type. */
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
  }
}

function routesOf(path: string, { list, record }: RecordPages, access: PageRoute['access']): PageRoute[] {
  const listRoute = { path: paths.manageList(path), access, page: list }
  return record === undefined
    ? [listRoute]
    : [listRoute, { path: paths.manageRecord(path, ':id'), access, page: record }]
}

export const manageRoutes: readonly PageRoute[] = [
  ...managedTypes.flatMap((type) => {
    const { page, access } = recordTypes[type]
    return routesOf(page.path, recordPages[type], access)
  }),
  ...entityTypes.flatMap((type) => routesOf(entityKind(type), entityPagesOf(type), `${type}.view`)),
  {
    path: paths.importEntities,
    access: entityTypes.map((type): Claim => `${type}.edit`),
    page: lazyExport(() => import('#web/pages/manage/EntityImportPage.tsx'), 'EntityImportPage'),
  },
  {
    path: paths.inviteUser,
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/InvitePage.tsx'), 'InvitePage'),
  },
  {
    path: paths.outbox,
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/OutboxPage.tsx'), 'OutboxPage'),
  },
  {
    path: paths.mail(':id'),
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/MailPage.tsx'), 'MailPage'),
  },
  {
    path: paths.signIns,
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/SignInsPage.tsx'), 'SignInsPage'),
  },
  {
    path: paths.manageList('changetracking'),
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/ChangeTrackingPage.tsx'), 'ChangeTrackingPage'),
  },
]
