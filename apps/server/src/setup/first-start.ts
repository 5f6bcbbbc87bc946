import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hashPassword, weaknessOf } from '../access/passwords.ts'
import { foldSignInName } from '../access/sign-in-name.ts'
import { change, systemActor } from '../db/change.ts'
import type { Database } from '../db/schema.ts'
import { StartError } from '../lib/data-dir.ts'
import { menusToInstall } from './menus.ts'
import { dashboardReportsToInstall, standardReportsToInstall } from './standard-reports.ts'
import {
  hasUsers,
  insertMenu,
  insertReport,
  insertReportGroup,
  insertReportSet,
  insertUser,
} from './store.ts'

/** A sign-in that was made here; shown once and kept nowhere. */
export interface MadeSignIn {
  userName: string
  password: string
  /** What the user may do, in a few words. */
  about: string
}

export const standardSetName = 'Standard reports'

/** Makes the first administrator, the menus and the standard library, when the portal has no user yet. */
export async function setUpOnce(
  db: Kysely<Database>,
  admin: { userName: string; password: string | undefined },
): Promise<MadeSignIn[]> {
  if (await hasUsers(db)) return []
  const password = admin.password ?? newPassword()
  const weakness = await weaknessOf(password)
  if (weakness !== undefined) throw new StartError(`ADMIN_PASSWORD: ${weakness}`)
  const passwordHash = await hashPassword(password)
  await change(db, systemActor, async (transaction) => {
    const userId = await insertUser(transaction, {
      userName: admin.userName,
      firstName: 'Portal',
      lastName: 'Administrator',
      passwordHash,
      isAdmin: true,
      signInNames: [foldSignInName(admin.userName)],
    })
    for (const menu of menusToInstall) await insertMenu(transaction, menu)
    for (const report of [...dashboardReportsToInstall, ...standardReportsToInstall]) {
      await insertReport(transaction, report)
    }
    const setId = await insertReportSet(transaction, {
      name: standardSetName,
      description: 'The reports that come with the portal.',
      reportIds: standardReportsToInstall.map((report) => report.id),
    })
    await insertReportGroup(transaction, {
      name: 'Administrators',
      description: 'The standard reports, for those who see everything.',
      setIds: [setId],
      userIds: [userId],
      customerIds: [],
    })
  })
  return admin.password === undefined ? [{ userName: admin.userName, password, about: 'administrator' }] : []
}

/** 120 random bits, easy to select by a double click. */
export function newPassword(): string {
  return randomBytes(15).toString('base64url').replaceAll(/[-_]/g, 'x')
}
