import { type Claim, entityTypes, type EntityType } from '@callboard/contract/claims'
import { type ManagedType, managedTypes, recordTypes } from '@callboard/contract/record-types'
import type { ComponentType } from 'react'
import type { PageRoute } from '#web/app/page-route.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { entityKind, paths } from '#web/lib/urls/paths.ts'
import { lazyPages, type RecordPages } from '#web/records/record-pages.tsx'

interface ManagedPages {
  list: ComponentType
  /** Also creates one. Without it the list is all there is. */
  record?: ComponentType
}

/** Those whose pages are not made as those of a plain record are. */
const ownPages: Partial<Record<ManagedType, ManagedPages>> = {
  user: {
    list: lazyExport(() => import('#web/pages/manage/UsersPage.tsx'), 'UsersPage'),
    record: lazyExport(() => import('#web/pages/manage/UserPage.tsx'), 'UserPage'),
  },
  entity: {
    list: lazyExport(() => import('#web/pages/manage/EntityTypesPage.tsx'), 'EntityTypesPage'),
  },
  report: {
    list: lazyExport(() => import('#web/pages/manage/ManageReportsPage.tsx'), 'ManageReportsPage'),
    record: lazyExport(() => import('#web/pages/manage/ReportBuilderPage.tsx'), 'ReportBuilderPage'),
  },
  setting: {
    list: lazyExport(() => import('#web/pages/manage/SettingsPage.tsx'), 'SettingsPage'),
  },
  import: {
    list: lazyExport(() => import('#web/pages/manage/ImportsPage.tsx'), 'ImportsPage'),
    record: lazyExport(() => import('#web/pages/manage/ImportPage.tsx'), 'ImportPage'),
  },
  media: {
    list: lazyExport(() => import('#web/pages/manage/MediaPage.tsx'), 'MediaPage'),
  },
}

/** Of the others, by the names of their files. */
const pageFiles = import.meta.glob<RecordPages>(
  ['../pages/manage/*-pages.tsx', '!../pages/manage/entity-pages.tsx'],
  { import: 'pages' },
)

function pagesOf(type: ManagedType): ManagedPages {
  const own = ownPages[type]
  if (own !== undefined) return own
  const file = `${type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-pages.tsx`
  const load = pageFiles[`../pages/manage/${file}`]
  if (load === undefined)
    throw new Error(`The record type “${type}” has no pages: pages/manage/${file} is missing.`)
  return lazyPages(load)
}

/** Entities have pages of their own for each type. */
function entityPagesOf(type: EntityType): ManagedPages {
  return lazyPages(async () => (await import('#web/pages/manage/entity-pages.tsx')).entityPages(type))
}

function routesOf(
  path: string,
  { list, record }: ManagedPages,
  { access, guide }: Pick<PageRoute, 'access' | 'guide'>,
): PageRoute[] {
  const listRoute = { path: paths.manageList(path), access, page: list, guide }
  return record === undefined
    ? [listRoute]
    : [listRoute, { path: paths.manageRecord(path, ':id'), access, page: record, guide }]
}

export const manageRoutes: readonly PageRoute[] = [
  ...managedTypes.flatMap((type) => {
    const { page, access, guide } = recordTypes[type]
    return routesOf(page.path, pagesOf(type), { access, guide: `administrator#${guide}` })
  }),
  ...entityTypes.flatMap((type) =>
    routesOf(entityKind(type), entityPagesOf(type), {
      access: `${type}.view`,
      guide: `administrator#${recordTypes.entity.guide}`,
    }),
  ),
  {
    path: paths.importEntities,
    guide: 'administrator#whose-calls-a-user-sees',
    access: entityTypes.map((type): Claim => `${type}.edit`),
    page: lazyExport(() => import('#web/pages/manage/EntityImportPage.tsx'), 'EntityImportPage'),
  },
  {
    path: paths.sourceMapping(':id'),
    guide: 'sources#any-other-system',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/SourceMappingPage.tsx'), 'SourceMappingPage'),
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
    path: paths.quarantine,
    guide: 'administrator#rejected-calls',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/QuarantinePage.tsx'), 'QuarantinePage'),
  },
  {
    path: paths.numbers,
    guide: 'administrator#what-numbers-stand-for',
    access: 'number.view',
    page: lazyExport(() => import('#web/pages/manage/NumbersPage.tsx'), 'NumbersPage'),
  },
  {
    path: paths.importNumbers,
    guide: 'administrator#what-numbers-stand-for',
    access: 'number.edit',
    page: lazyExport(() => import('#web/pages/manage/NumbersImportPage.tsx'), 'NumbersImportPage'),
  },
  {
    path: paths.number(':id'),
    guide: 'administrator#what-numbers-stand-for',
    access: 'number.view',
    page: lazyExport(() => import('#web/pages/manage/NumberPage.tsx'), 'NumberPage'),
  },
  {
    path: paths.health,
    guide: 'administrator#the-portal',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/manage/HealthPage.tsx'), 'HealthPage'),
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
