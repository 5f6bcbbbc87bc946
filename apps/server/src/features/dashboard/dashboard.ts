import type { Dashboard } from '@callboard/contract/dashboard'
import type * as endpoints from '@callboard/contract/dashboard'
import type { Body } from '@callboard/contract/endpoint'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import {
  buildLayout,
  describeLayout,
  type KeptLayout,
  mayShow,
  readLayout,
  standardLayout,
} from './layout.ts'
import * as store from './store.ts'

interface OwnDashboard extends Pick<Dashboard, 'source' | 'roleName' | 'revision'> {
  layout: KeptLayout
}

/** What the caller's dashboard shows: their own choice, else what their roles have, else what every portal has. */
export async function getDashboard(db: Db, caller: Caller): Promise<Dashboard> {
  const { layout, ...rest } = await dashboardOf(db, caller)
  return { ...rest, ...(await describeLayout(db, caller, layout)) }
}

async function dashboardOf(db: Db, caller: Caller): Promise<OwnDashboard> {
  const stored = await store.selectUserDashboard(db, caller.userId)
  const revision = stored?.revision ?? 0
  const own = readLayout(stored?.layout)
  if (own !== undefined) return { layout: own, source: 'own', roleName: null, revision }
  const role = await store.selectDashboardOfRoles(db, caller.userId, new Date())
  const ofRole = readLayout(role?.layout)
  return {
    layout: withoutNames(caller, ofRole ?? standardLayout),
    source: ofRole === undefined ? 'standard' : 'role',
    roleName: ofRole === undefined ? null : (role?.name ?? null),
    revision,
  }
}

/** Whoever did not choose the reports themselves need not have known them, and misses no part that is not for them. */
function withoutNames(caller: Caller, { tiles, parts }: KeptLayout): KeptLayout {
  return { tiles, parts: parts.filter((part) => mayShow(caller, part)), names: {} }
}

/** Throws `revisionConflict`, and `invalid` for a part that the caller does not find. */
export async function updateDashboard(
  db: Db,
  caller: Caller,
  { revision, ...chosen }: Body<typeof endpoints.updateDashboard>,
): Promise<Dashboard> {
  const { layout: before } = await dashboardOf(db, caller)
  const layout = await buildLayout({ db, caller, before }, chosen)
  await db.transaction().execute(async (transaction) => {
    const { userId } = caller
    await store.insertUserDashboard(transaction, userId)
    if (!(await store.updateUserDashboard(transaction, { userId, layout, revision })))
      throw new AppError(
        'revisionConflict',
        'You changed your dashboard in another window. Reload to see it.',
        {
          field: 'revision',
        },
      )
  })
  return await getDashboard(db, caller)
}

/** Throws `notFound` when the caller made no choice. */
export async function deleteDashboard(db: Db, { userId }: Caller): Promise<undefined> {
  if (!(await store.deleteLayout(db, userId))) throw notFound()
}
