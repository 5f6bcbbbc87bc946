import { randomBytes } from 'node:crypto'
import { standardSets } from '@callboard/contract/reports'
import { weaknessOf } from '../access/sign-in/password-strength.ts'
import { hashPassword } from '../access/sign-in/passwords.ts'
import { foldSignInName } from '../access/sign-in/sign-in-name.ts'
import { change, systemActor } from '../db/records/change.ts'
import { newIds } from '../db/records/new-ids.ts'
import type { Db } from '../db/tables/schema.ts'
import { Settings } from '../db/settings.ts'
import { StartError } from '../lib/files/data-dir.ts'
import { menusToInstall } from './menus.ts'
import { dashboardReportsToInstall } from './dashboard-reports.ts'
import { addNewStandardReports, installStandardLibrary, updateStandardReports } from './install-library.ts'
import { placedItems, withStandardItem } from './standard-menu-items.ts'
import * as store from './store.ts'

/** A sign-in that the portal made up; its password is shown once and stored nowhere. */
export interface InitialSignIn {
  userName: string
  password: string
  /** What the user may do, in a few words. */
  about: string
}

/**
 * Shows made-up passwords, before the transaction that creates their users is committed: a process that is killed in between
 * leaves no user whose password nobody saw, and the next start makes them anew.
 */
export type ShowSignIns = (signIns: readonly InitialSignIn[]) => void

/**
 * Creates the first administrator, the menus and the standard reports. A portal that has users already gets the parts of
 * the dashboard, the standard reports and the menu items that are new in this version, and standard reports as they are now.
 */
export async function setUpOnce(
  db: Db,
  admin: { userName: string; password: string | undefined; show?: ShowSignIns },
): Promise<void> {
  if (await store.hasUsers(db)) {
    await addNewDashboardParts(db)
    await addNewStandardReports(db)
    await updateStandardReports(db)
    await addNewMenuItems(db)
    return
  }
  const password = admin.password ?? generatePassword()
  const owner = { userName: admin.userName, productName: Settings.parse({}).productName }
  const weakness = admin.password === undefined ? undefined : await weaknessOf(password, owner)
  if (weakness !== undefined) throw new StartError(`ADMIN_PASSWORD: ${weakness}`)
  const passwordHash = await hashPassword(password)
  await change(db, systemActor, async (transaction) => {
    const userId = await store.insertUser(transaction, {
      userName: admin.userName,
      firstName: 'Portal',
      lastName: 'Administrator',
      passwordHash,
      isAdmin: true,
      signInNames: [foldSignInName(admin.userName)],
    })
    for (const menu of menusToInstall) await store.insertMenu(transaction, menu)
    await store.insertStandardItemKeys(transaction, standardKeys)
    for (const report of dashboardReportsToInstall) await store.insertReport(transaction, report)
    await installStandardLibrary(transaction)
    await store.insertReportGroup(transaction, {
      name: 'Administrators',
      description: 'The standard reports, for those who see everything.',
      setIds: Object.values(standardSets),
      userIds: [userId],
      customerIds: [],
    })
    if (admin.password === undefined)
      admin.show?.([{ userName: admin.userName, password, about: 'administrator' }])
  })
}

async function addNewDashboardParts(db: Db): Promise<void> {
  const known = await store.selectReportIds(
    db,
    dashboardReportsToInstall.map(({ id }) => id),
  )
  const added = dashboardReportsToInstall.filter(({ id }) => !known.has(id))
  if (added.length === 0) return
  await change(db, systemActor, async (transaction) => {
    for (const report of added) await store.insertReport(transaction, report)
  })
}

const standardItems = placedItems(menusToInstall)
const standardKeys = standardItems.map(({ item }) => item.key)

/** Each once: what administrators removed does not come back. */
async function addNewMenuItems(db: Db): Promise<void> {
  await change(db, systemActor, async (transaction) => {
    const keys = await store.insertStandardItemKeys(transaction, standardKeys)
    for (const added of standardItems.filter(({ item }) => keys.includes(item.key))) {
      const items = await store.selectMenuItems(transaction, added.slug)
      const [id] = await newIds(transaction, 1)
      if (items === undefined || id === undefined) continue
      await store.updateMenuItems(transaction, added.slug, withStandardItem(items, added, id))
    }
  })
}

/** 120 random bits, without signs at which a double click would stop. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url').replaceAll(/[-_]/g, 'x')
}
