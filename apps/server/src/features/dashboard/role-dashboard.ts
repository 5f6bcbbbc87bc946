import type { RoleDashboard } from '@callboard/contract/dashboard'
import type * as endpoints from '@callboard/contract/dashboard'
import type { Body } from '@callboard/contract/endpoint'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { updateRecord } from '../../db/records/records.ts'
import type { Db } from '../../db/tables/schema.ts'
import { notFound, orNotFound } from '../../lib/app-error.ts'
import { buildLayout, describeLayout, type KeptLayout, readLayout, standardLayout } from './layout.ts'
import * as store from './store.ts'

/** The dashboard that a role has for its users; while it has none, what every portal has. */
export async function getRoleDashboard(
  db: Db,
  caller: Caller,
  { id: roleId }: { id: string },
): Promise<RoleDashboard> {
  const { layout, isSet, order, revision } = await dashboardOf(db, roleId)
  return { ...(await describeLayout(db, caller, layout)), isSet, order, revision }
}

async function dashboardOf(
  db: Db,
  roleId: string,
): Promise<Pick<RoleDashboard, 'isSet' | 'order' | 'revision'> & { layout: KeptLayout }> {
  const { layout: stored, revision } = orNotFound(await store.selectRoleDashboard(db, roleId))
  const layout = readLayout(stored)
  return {
    layout: layout ?? standardLayout,
    isSet: layout !== undefined,
    order: layout?.order ?? 0,
    revision,
  }
}

/** Throws `notFound`, `revisionConflict`, and `invalid` for a part that the caller does not find. */
export async function updateRoleDashboard(
  db: Db,
  caller: Caller,
  { id, revision, order, ...chosen }: Body<typeof endpoints.updateRoleDashboard> & { id: string },
): Promise<RoleDashboard> {
  const before = await dashboardOf(db, id)
  const layout = await buildLayout({ db, caller, before: before.layout }, chosen)
  const dashboard = JSON.stringify({ ...layout, order: order ?? before.order })
  await changeBy(db, caller, async (transaction) => {
    await updateRecord(transaction, 'role', { id, revision, values: { dashboard } })
  })
  return await getRoleDashboard(db, caller, { id })
}

/** Throws `notFound`, also when the role has none. */
export async function deleteRoleDashboard(
  db: Db,
  caller: Caller,
  { id }: { id: string },
): Promise<undefined> {
  if (!(await dashboardOf(db, id)).isSet) throw notFound()
  await changeBy(db, caller, async (transaction) => {
    await updateRecord(transaction, 'role', { id, values: { dashboard: null } })
  })
}
