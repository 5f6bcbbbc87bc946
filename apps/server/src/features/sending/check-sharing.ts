import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/sending'
import type { CheckedSharing } from '@callboard/contract/sending'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import { listReaderErrors, type ReaderError } from '../reports/running/delivered-report.ts'
import { getSavedReport } from '../reports/saved/saved-reports.ts'
import { updateSavedReport } from '../saved-reports/saved-reports.ts'
import { findUsersToMail, listSubscriptions, type SubscriptionParts } from '../subscriptions/subscriptions.ts'
import { undone } from './saved-to-send.ts'
import * as store from './store.ts'

interface OtherGroup extends Body<typeof endpoints.checkSharing> {
  id: string
}

/** What another group would change, checked as if it had the report. Throws as sharing with it would. */
export async function checkSharing(
  { db, mailer }: SubscriptionParts,
  caller: Caller,
  asked: OtherGroup,
): Promise<CheckedSharing> {
  // Read before: an embedded database waits for the end of a transaction.
  const hasServer = await mailer.hasServer()
  return await undone(db, caller, async (transaction) => {
    const parts = { db: transaction, mailer: { hasServer: async () => await Promise.resolve(hasServer) } }
    const listed = async () => (await listSubscriptions(parts, caller, { savedReportId: asked.id })).items
    const losing = await listLosing(transaction, caller, asked)
    const before = await listed()
    await updateSavedReport(transaction, caller, asked)
    const after = new Map((await listed()).map((one) => [one.id, one.recipients]))
    const subscriptions = before.flatMap(({ id, name, userId, ownerName, recipients }) => {
      const reached = (after.get(id) ?? []).filter(({ reason }) => reason === null)
      const lost = recipients.flatMap((one) =>
        one.userId === null || one.reason !== null || reached.some((other) => other.userId === one.userId)
          ? []
          : [{ userId: one.userId, name: one.name }],
      )
      const ofIt = { id, name, userId, ownerName, recipients: lost, stops: reached.length === 0 }
      return lost.length === 0 ? [] : [ofIt]
    })
    return { losing, subscriptions }
  })
}

/** What keeps somebody from a report also in the portal. */
const findsNothing: ReadonlySet<ReaderError | undefined> = new Set(['noSignIn', 'noReport', 'noRights'])

/** By name those whom the caller could send it to, of a group that they could share it with; how many the others are. */
async function listLosing(
  db: Db,
  caller: Caller,
  { id, sharedWithGroupId: otherGroupId }: OtherGroup,
): Promise<CheckedSharing['losing']> {
  const { sharedWithGroupId: groupId } = await getSavedReport(db, caller, id)
  if (groupId === null) return { readers: [], others: 0 }
  const members = await store.selectLosingMembers(db, { savedReportId: id, otherGroupId })
  const errors = await listReaderErrors(db, { id, userIds: members })
  const finders = members.filter((userId) => !findsNothing.has(errors.get(userId)))
  const memberId = caller.isAdmin ? undefined : caller.userId
  const isTheirs = (await store.selectMembers(db, { memberId, groupId })) !== undefined
  const named = isTheirs ? await findUsersToMail(db, finders, caller) : new Map<string, { name: string }>()
  const readers = finders.flatMap((userId) => {
    const user = named.get(userId)
    return user === undefined ? [] : [{ userId, name: user.name }]
  })
  return { readers, others: finders.length - readers.length }
}
