import type * as endpoints from '@callboard/contract/alerts'
import type { Alert, AlertEpisode, WebhookTry } from '@callboard/contract/alerts'
import type { Body } from '@callboard/contract/endpoint'
import { actorOf, changeBy } from '../../access/callers/actor.ts'
import { type Caller, holds } from '../../access/callers/caller.ts'
import { type Actor, change } from '../../db/records/change.ts'
import { type ListPage, mapItems } from '../../db/records/list-page.ts'
import type { Db } from '../../db/tables/schema.ts'
import { notFound, orNotFound } from '../../lib/app-error.ts'
import { forgetFailures } from '../mail/mail.ts'
import * as peopleStore from './people-store.ts'
import * as store from './store.ts'
import { lockAlert } from './store.ts'
import { selectTries } from './webhook-store.ts'

/** Those that the caller owns or is notified by; all for admins. */
export async function searchAlerts(
  db: Db,
  caller: Caller,
  search: Body<typeof endpoints.searchAlerts>,
): Promise<ListPage<Alert>> {
  return mapItems(await store.selectAlerts(db, caller, search), (row) => buildAlert(caller, row))
}

/** Throws `notFound` for one that the caller neither owns nor is notified by. */
export async function getAlert(db: Db, caller: Caller, { id }: { id: string }): Promise<Alert> {
  return buildAlert(caller, orNotFound(await store.selectAlert(db, caller, id)))
}

/** Whoever owns it sees all recipients, others themselves. Figures of others’ calls are for admins alone. */
function buildAlert(caller: Caller, row: store.AlertRow): Alert {
  const { isAdmin, userId } = caller
  const {
    recipients,
    evaluatedUserId,
    lastFigure,
    since,
    checkedAt,
    webhookUrl,
    webhookForm: form,
    ...fields
  } = row
  const seesAll = isAdmin || userId === row.userId
  return {
    ...fields,
    webhook: seesAll && webhookUrl !== null ? { host: new URL(webhookUrl).host, form } : null,
    recipients: seesAll ? recipients : recipients.filter((one) => one.userId === userId),
    state: {
      isOn: since !== null,
      since: since?.toISOString() ?? null,
      lastCheckedAt: checkedAt?.toISOString() ?? null,
      lastFigure: isAdmin || evaluatedUserId === userId ? lastFigure : null,
    },
    isEditable: isAdmin || (userId === row.userId && holds(caller, 'reporting.save')),
  }
}

/** Of everybody for its owner and admins, of others their own. Throws `notFound`. */
export async function listAlertHistory(
  db: Db,
  caller: Caller,
  { id, page, pagesize: pageSize }: { id: string; page: number; pagesize: number },
): Promise<ListPage<AlertEpisode>> {
  const alert = await getAlert(db, caller, { id })
  const { isAdmin, userId } = caller
  const ofUser = isAdmin || alert.userId === userId ? undefined : userId
  const found = await store.selectHistory(db, { alertId: id, ofUser }, { page, pageSize })
  return mapItems(found, ({ userId: ofUserId, userName, beganAt, endedAt, ...row }) => {
    const maySee = isAdmin || ofUserId === userId
    return {
      ...row,
      user: { id: ofUserId, name: userName },
      beganAt: beganAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      beganFigure: maySee ? row.beganFigure : null,
      endedFigure: maySee ? row.endedFigure : null,
    }
  })
}

/** For its owner and admins. Throws `notFound`, also for others. */
export async function listWebhookTries(
  db: Db,
  caller: Caller,
  { id, page, pagesize: pageSize }: { id: string; page: number; pagesize: number },
): Promise<ListPage<WebhookTry>> {
  const alert = await getAlert(db, caller, { id })
  if (!caller.isAdmin && alert.userId !== caller.userId) throw notFound()
  return await selectTries(db, id, { page, pageSize })
}

type Recipient = NonNullable<Awaited<ReturnType<typeof peopleStore.selectRecipient>>>

/** Stops an alert from notifying the caller. Throws `notFound` for one that does not notify them. */
export async function unsubscribe(
  db: Db,
  caller: Caller,
  { id: alertId }: { id: string },
): Promise<undefined> {
  const recipient = await peopleStore.selectRecipient(db, { alertId, userId: caller.userId })
  await endFor(db, actorOf(caller), orNotFound(recipient))
}

/** Notifies the caller again, also at an address whose emails bounced. Throws as `unsubscribe`. */
export async function resubscribe(
  db: Db,
  caller: Caller,
  { id: alertId }: { id: string },
): Promise<undefined> {
  const found = await peopleStore.selectRecipient(db, { alertId, userId: caller.userId })
  const { id, email } = orNotFound(found)
  await changeBy(db, caller, async (transaction) => {
    await peopleStore.updateUnsubscribed(transaction, { id, at: null })
    if (email !== null) await forgetFailures(transaction, email)
    await peopleStore.updateRecordedRecipients(transaction, alertId)
  })
}

/** The recipient whom a link of a mail names, for it to unsubscribe; undefined when it names none of an alert. */
export async function findAlertRecipient(db: Db, id: string) {
  const recipient = await peopleStore.selectRecipient(db, { id })
  if (recipient === undefined) return undefined
  const { name, userId, userName, unsubscribedAt } = recipient
  return {
    of: 'alert' as const,
    name,
    isUnsubscribed: unsubscribedAt !== null,
    unsubscribe: async (requestId: string) => await endFor(db, { userId, userName, requestId }, recipient),
  }
}

/** Who has unsubscribed before stays so since then. The owner is evaluated all the same, for the webhook. */
async function endFor(
  db: Db,
  actor: Actor,
  { id, alertId, userId, ownerId, unsubscribedAt }: Recipient,
): Promise<void> {
  if (unsubscribedAt !== null) return
  await change(db, actor, async (transaction) => {
    // A check that is being written has to be seen whole.
    orNotFound(await lockAlert(transaction, { id: alertId }))
    await peopleStore.updateUnsubscribed(transaction, { id, at: new Date() })
    if (userId !== ownerId)
      await peopleStore.endEvaluation(transaction, { alertId, userId, reason: 'They unsubscribed.' })
    await peopleStore.updateRecordedRecipients(transaction, alertId)
  })
}
