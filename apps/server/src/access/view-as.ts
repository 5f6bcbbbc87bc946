import { claims as allClaims } from '@callboard/contract/claims'
import { Guid } from '@callboard/contract/scalars'
import type { Db } from '../db/tables/schema.ts'
import { AppError } from '../lib/app-error.ts'
import { actorOf, readOnlyError } from './callers/actor.ts'
import { type Caller, holds, type Person } from './callers/caller.ts'
import { listOwnCustomers } from './rows/own-customers.ts'
import { personOf } from './callers/person.ts'
import { selectPerson } from './callers/store.ts'
import { recordOnce, type ViewAsNote } from './view-as-record.ts'

/**
 * The caller who views the portal as another user, with the claims that both hold; `Scope` does the same with the rows.
 * Throws `maskedUserInvalid` when there is no such user, or the viewer may not view as them.
 */
export async function viewAs(db: Db, viewer: Caller, userId: string): Promise<Caller> {
  const id = Guid.safeParse(userId).data
  const row = id === undefined ? undefined : await selectPerson(db, id, new Date())
  if (row === undefined || !row.may_sign_in) throw invalidUser()
  const user = personOf(row)
  if (!(await mayViewAs(db, viewer, user))) throw invalidUser()
  await recordOnce(db, noteOf(viewer, user, 'start'))
  return withRightsOfBoth(viewer, { ...user, timeZone: row.time_zone ?? viewer.settings.defaultTimeZone })
}

/** Another user, with no right and no row that the viewer has not as well. */
export function withRightsOfBoth(viewer: Caller, user: Person & Pick<Caller, 'timeZone'>): Caller {
  const { userId, userName, isAdmin, customerId, timeZone } = user
  return {
    ...viewer,
    userId,
    userName,
    customerId,
    timeZone,
    isAdmin: viewer.isAdmin && isAdmin,
    claims: new Set(allClaims.filter((claim) => holds(viewer, claim) && holds(user, claim))),
    viewedBy: viewer,
  }
}

/** Throws `maskedReadOnly` for a write while viewing as another user, and records the attempt. */
export async function requireOwnView(db: Db, caller: Caller, route: string): Promise<void> {
  const { viewedBy } = caller
  if (viewedBy === null) return
  await recordOnce(db, noteOf(viewedBy, caller, route))
  throw readOnlyError()
}

/** Administrators view as anybody; with `masking.view` one views as users of one's own customers who are no administrators. */
async function mayViewAs(db: Db, viewer: Person, user: Person): Promise<boolean> {
  if (user.userId === viewer.userId) return false
  if (viewer.isAdmin) return true
  if (!holds(viewer, 'masking.view') || user.isAdmin || user.customerId === null) return false
  return (await listOwnCustomers(db, viewer)).includes(user.customerId)
}

function noteOf(viewer: Caller, user: Person, what: string): ViewAsNote {
  return {
    sessionId: viewer.sessionId,
    actor: { ...actorOf(viewer), maskedUserId: user.userId },
    user,
    what,
  }
}

function invalidUser(): AppError {
  return new AppError('maskedUserInvalid', 'You cannot view the portal as this user.')
}
