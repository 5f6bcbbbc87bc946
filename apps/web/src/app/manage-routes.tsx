import { type Claim, entityTypes, type EntityType } from '@callboard/contract/claims'
import { type ManagedType, managedTypes, recordTypes } from '@callboard/contract/record-types'
import type { ComponentType } from 'react'
import type { PageRoute } from '#web/app/page-route.ts'
import type { GuidePlace } from '#web/features/guide/guide-content.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { entityKind, paths } from '#web/lib/urls/paths.ts'
import { lazyPages } from '#web/records/record-pages.tsx'

interface RecordPages {
  list: ComponentType
  /** Also creates one. Without it the list is all there is. */
  record?: ComponentType
  guide: GuidePlace
}

const recordPages: Readonly<Record<ManagedType, RecordPages>> = {
  user: {
    guide: 'administrator#users',
    list: lazyExport(() => import('#web/pages/manage/UsersPage.tsx'), 'UsersPage'),
    record: lazyExport(() => import('#web/pages/manage/UserPage.tsx'), 'UserPage'),
  },
  role: {
    guide: 'administrator#users',
    ...lazyPages(async () => (await import('#web/pages/manage/role-pages.tsx')).rolePages),
  },
  customer: {
    guide: 'administrator#users',
    ...lazyPages(async () => (await import('#web/pages/manage/customer-pages.tsx')).customerPages),
  },
  entity: {
    guide: 'administrator#whose-calls-a-user-sees',
    list: lazyExport(() => import('#web/pages/manage/EntityTypesPage.tsx'), 'EntityTypesPage'),
  },
  entityGroup: {
    guide: 'administrator#whose-calls-a-user-sees',
    ...lazyPages(async () => (await import('#web/pages/manage/entity-group-pages.tsx')).entityGroupPages),
  },
  report: {
    guide: 'administrator#building-a-report',
    list: lazyExport(() => import('#web/pages/manage/ManageReportsPage.tsx'), 'ManageReportsPage'),
    record: lazyExport(() => import('#web/pages/manage/ReportBuilderPage.tsx'), 'ReportBuilderPage'),
  },
  reportSet: {
    guide: 'administrator#reports-sets-and-groups',
    ...lazyPages(async () => (await import('#web/pages/manage/report-set-pages.tsx')).reportSetPages),
  },
  reportGroup: {
    guide: 'administrator#reports-sets-and-groups',
    ...lazyPages(async () => (await import('#web/pages/manage/report-group-pages.tsx')).reportGroupPages),
  },
  menu: {
    guide: 'administrator#the-portal',
    ...lazyPages(async () => (await import('#web/pages/manage/menu-pages.tsx')).menuPages),
  },
  setting: {
    guide: 'administrator#the-portal',
    list: lazyExport(() => import('#web/pages/manage/SettingsPage.tsx'), 'SettingsPage'),
  },
  emailTemplate: {
    guide: 'administrator#the-portal',
    ...lazyPages(async () => (await import('#web/pages/manage/email-template-pages.tsx')).emailTemplatePages),
  },
  media: {
    guide: 'administrator#the-portal',
    list: lazyExport(() => import('#web/pages/manage/MediaPage.tsx'), 'MediaPage'),
  },
  apiKey: {
    guide: 'administrator#the-portal',
    ...lazyPages(async () => (await import('#web/pages/manage/api-key-pages.tsx')).apiKeyPages),
  },
}

/** Entities have pages of their own for each type. */
function entityPagesOf(type: EntityType): RecordPages {
  return {
    guide: 'administrator#whose-calls-a-user-sees',
    ...lazyPages(async () => (await import('#web/pages/manage/entity-pages.tsx')).entityPages(type)),
  }
}

function routesOf(path: string, pages: RecordPages, access: PageRoute['access']): PageRoute[] {
  const { list, record, guide } = pages
  const listRoute = { path: paths.manageList(path), access, page: list, guide }
  return record === undefined
    ? [listRoute]
    : [listRoute, { path: paths.manageRecord(path, ':id'), access, page: record, guide }]
}

export const manageRoutes: readonly PageRoute[] = [
  ...managedTypes.flatMap((type) => {
    const { page, access } = recordTypes[type]
    return routesOf(page.path, recordPages[type], access)
  }),
  ...entityTypes.flatMap((type) => routesOf(entityKind(type), entityPagesOf(type), `${type}.view`)),
  {
    path: paths.importEntities,
    guide: 'administrator#whose-calls-a-user-sees',
    access: entityTypes.map((type): Claim => `${type}.edit`),
    page: lazyExport(() => import('#web/pages/manage/EntityImportPage.tsx'), 'EntityImportPage'),
  },
  {
    path: paths.inviteUser,
    guide: 'administrator#users',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/InvitePage.tsx'), 'InvitePage'),
  },
  {
    path: paths.deliveries,
    guide: 'administrator#reports-by-mail',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/DeliveriesPage.tsx'), 'DeliveriesPage'),
  },
  {
    path: paths.outbox,
    guide: 'administrator#users',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/OutboxPage.tsx'), 'OutboxPage'),
  },
  {
    path: paths.mail(':id'),
    guide: 'administrator#users',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/MailPage.tsx'), 'MailPage'),
  },
  {
    path: paths.retention,
    guide: 'administrator#how-long-things-are-kept',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/RetentionPage.tsx'), 'RetentionPage'),
  },
  {
    path: paths.signIns,
    guide: 'administrator#users',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/SignInsPage.tsx'), 'SignInsPage'),
  },
  {
    path: paths.manageList('changetracking'),
    guide: 'administrator#the-portal',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/ChangeTrackingPage.tsx'), 'ChangeTrackingPage'),
  },
]
