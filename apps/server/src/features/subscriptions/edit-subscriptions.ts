import type { Body } from '@callboard/contract/endpoint'
import { exportTypes } from '@callboard/contract/export-types'
import { figureKinds } from '@callboard/contract/figure-kinds'
import { compareTexts } from '@callboard/contract/format-names'
import { measures, restsOnNumbers } from '@callboard/contract/measures'
import type { Report } from '@callboard/contract/reports'
import type { Schedule } from '@callboard/contract/schedule'
import type * as endpoints from '@callboard/contract/subscriptions'
import type { RecipientInput, Subscription, SubscriptionCondition } from '@callboard/contract/subscriptions'
import { findThresholdProblem } from '@callboard/contract/threshold'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller, Person } from '../../access/callers/caller.ts'
import { findPerson } from '../../access/callers/person.ts'
import { insertRecord, type RecordChanges, updateRecord } from '../../db/records/records.ts'
import type { Transaction } from '../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { getReportOfSaved, getSavedReport } from '../reports/saved/saved-reports.ts'
import { insertRun, updateWaitingToSkipped } from './delivery-store.ts'
import { nextRunOf } from './next-run.ts'
import type { NamedRecipient } from './recipient-rules.ts'
import {
  getListedSubscription,
  getSubscription,
  requireRecipients,
  type RunningParts,
  type SubscriptionParts,
} from './subscriptions.ts'
import { requireQuota, requireSendingQuota } from './quota.ts'
import * as store from './store.ts'

/**
 * Subscribes people to a saved report that the caller may run. Throws `notFound` for any other, `invalid` for what may not
 * be sent or to whom it may not, and `conflict` when the caller has too many.
 */
export async function createSubscription(
  parts: RunningParts,
  caller: Caller,
  asked: Body<typeof endpoints.createSubscription> & { savedReportId: string },
): Promise<Subscription> {
  const id = await changeBy(
    parts.db,
    caller,
    async (transaction) => await insertSubscription(parts, caller, { ...asked, transaction }),
  )
  if (asked.schedule.frequency === 'once') parts.wake()
  return await getSubscription(parts, caller, id)
}

interface NewSubscription extends Body<typeof endpoints.createSubscription> {
  transaction: Transaction
  savedReportId: string
  /** A new one unless given. */
  id?: string | undefined
}

/** The same as part of a transaction, whose end has to wake what renders it if it is sent once; answers its id. */
export async function insertSubscription(
  { mailer }: Pick<SubscriptionParts, 'mailer'>,
  caller: Caller,
  { transaction, id, savedReportId, ...given }: NewSubscription,
): Promise<string> {
  const report = await getReportOfSaved(transaction, caller, { id: savedReportId })
  const exportedAs = extensionsOf(given.exportTypeIds, report)
  requireCondition(given.condition)
  const isOnce = given.schedule.frequency === 'once'
  await (isOnce ? requireSendingQuota(transaction, caller.userId) : requireQuota(transaction, caller.userId))
  await requireTemplate(transaction, given.emailTemplateId)
  const people = await resolveRecipients(mailer, {
    transaction,
    caller,
    owner: caller,
    given: given.recipients,
  })
  const newId = await insertRecord(transaction, 'subscription', {
    ...(id !== undefined && { id }),
    savedReportId,
    userId: caller.userId,
    name: given.name,
    schedule: JSON.stringify(given.schedule),
    exportTypes: exportedAs,
    recipients: recordedOf(people),
    subject: given.subject,
    emailTemplateId: given.emailTemplateId,
    condition: given.condition === null ? null : JSON.stringify(given.condition),
    isActive: given.isActive || isOnce,
    pausedReason: null,
    nextRunAt: given.isActive ? nextRunOf(given.schedule) : null,
    lastRunAt: null,
  })
  await store.replaceRecipients(transaction, newId, people)
  if (isOnce) await sendOnce(transaction, { subscriptionId: newId, askedBy: caller.userId })
  return newId
}

/** Its only due time is this moment. */
async function sendOnce(
  transaction: Transaction,
  asked: { subscriptionId: string; askedBy: string },
): Promise<void> {
  const now = new Date()
  await insertRun(transaction, { ...asked, dueAt: now, cause: 'schedule' })
  await store.updateNextRun(transaction, { id: asked.subscriptionId, lastRunAt: now })
}

/**
 * Throws `notFound` for one that the caller cannot see, `forbidden` for somebody else's unless an admin asks,
 * `revisionConflict`, and as `createSubscription` for what is given.
 */
export async function updateSubscription(
  parts: SubscriptionParts,
  caller: Caller,
  asked: Body<typeof endpoints.updateSubscription> & { savedReportId: string },
): Promise<Subscription> {
  const { id, savedReportId, revision, recipients, exportTypeIds, ...given } = asked
  const before = await getEditable(parts, caller, { id, savedReportId })
  // What stays as it is is checked when it is sent.
  const isSameTypes = exportTypeIds === undefined || exportTypeIds.join() === before.exportTypeIds.join()
  const extensions = isSameTypes
    ? undefined
    : extensionsOf(exportTypeIds, await getReportOfSaved(parts.db, caller, { id: savedReportId }))
  requireCondition(given.condition ?? null)
  if (given.schedule?.frequency === 'once' || before.schedule.frequency === 'once')
    throw new AppError('conflict', 'A report that is sent once cannot be changed. Send a new one.', {
      field: 'schedule',
    })
  await changeBy(parts.db, caller, async (transaction) => {
    const stored = orNotFound(await store.lockSubscription(transaction, { id, savedReportId }))
    if (given.emailTemplateId !== before.emailTemplateId)
      await requireTemplate(transaction, given.emailTemplateId ?? null)
    if (recipients !== undefined) {
      const owner = orNotFound(await findPerson(transaction, stored.user_id))
      const on = { transaction, caller, owner, given: recipients }
      await store.replaceRecipients(transaction, id, await resolveRecipients(parts.mailer, on, id))
    }
    const { schedule, condition, ...values } = given
    const changes: RecordChanges<'subscription'> = {
      ...values,
      ...(values.isActive !== undefined && { pausedReason: null }),
      ...(extensions !== undefined && { exportTypes: extensions }),
      ...(schedule !== undefined && { schedule: JSON.stringify(schedule) }),
      ...(condition !== undefined && { condition: condition === null ? null : JSON.stringify(condition) }),
      ...(recipients !== undefined && { recipients: await store.selectRecordedRecipients(transaction, id) }),
      ...nextRunAfter(stored, { schedule, isActive: values.isActive }),
    }
    await updateRecord(transaction, 'subscription', { id, revision, values: changes })
  })
  return await getSubscription(parts, caller, id)
}

/** A new schedule, and one that goes on again, is due from now on. */
function nextRunAfter(
  before: { schedule: Schedule; is_active: boolean },
  {
    schedule = before.schedule,
    isActive = before.is_active,
  }: Partial<Pick<Subscription, 'schedule' | 'isActive'>>,
): { nextRunAt?: Date | null } {
  if (!isActive) return { nextRunAt: null }
  const isSame =
    before.is_active && JSON.stringify(sorted(schedule)) === JSON.stringify(sorted(before.schedule))
  return isSame ? {} : { nextRunAt: nextRunOf(schedule) }
}

function sorted(schedule: Schedule) {
  return Object.entries(schedule).toSorted(([one], [other]) => compareTexts(one, other))
}

/** What waits to be sent is not sent. Throws as `updateSubscription`. */
export async function deleteSubscription(
  parts: SubscriptionParts,
  caller: Caller,
  asked: { id: string; savedReportId: string },
): Promise<undefined> {
  await getEditable(parts, caller, asked)
  await changeBy(parts.db, caller, async (transaction) => {
    const { id } = orNotFound(await store.lockSubscription(transaction, asked))
    await updateRecord(transaction, 'subscription', { id, values: { isDeleted: true, nextRunAt: null } })
    await updateWaitingToSkipped(transaction, { subscriptionId: id, reason: 'The subscription was deleted.' })
  })
}

/** Throws `notFound` for one that is not deleted, or that the caller may not change, and `conflict` when its owner has too many. */
export async function restoreSubscription(
  parts: SubscriptionParts,
  caller: Caller,
  asked: { id: string; savedReportId: string },
): Promise<Subscription> {
  await getSavedReport(parts.db, caller, asked.savedReportId)
  await changeBy(parts.db, caller, async (transaction) => {
    const found = orNotFound(await store.lockSubscription(transaction, { ...asked, isDeleted: true }))
    if (!caller.isAdmin && found.user_id !== caller.userId) throw notFound()
    await requireQuota(transaction, found.user_id)
    const nextRunAt = found.is_active ? nextRunOf(found.schedule) : null
    await updateRecord(transaction, 'subscription', { id: found.id, values: { isDeleted: false, nextRunAt } })
  })
  return await getSubscription(parts, caller, asked.id)
}

/** Throws `notFound` for one that the caller cannot see, and `forbidden` for one that they may not change. */
export async function getEditable(
  parts: SubscriptionParts,
  caller: Caller,
  { id, savedReportId }: { id: string; savedReportId: string },
): Promise<Subscription> {
  const found = await getListedSubscription(parts, caller, { id, savedReportId })
  if (!found.isEditable)
    throw new AppError('forbidden', 'Only its owner and administrators can change a subscription.')
  return found
}

interface RecipientsInput {
  transaction: Transaction
  caller: Caller
  owner: Person
  given: readonly RecipientInput[]
}

async function resolveRecipients(
  mailer: SubscriptionParts['mailer'],
  { transaction, caller: { settings }, owner, given }: RecipientsInput,
  id?: string,
): Promise<NamedRecipient[]> {
  const before = id === undefined ? [] : await store.selectRecipientKeys(transaction, id)
  const sender = settings.mailFrom ?? mailer.defaultFrom
  return await requireRecipients(transaction, given, { owner, settings, sender, before })
}

function recordedOf(people: readonly NamedRecipient[]): string {
  return JSON.stringify(people.map(({ userId, email, name }) => ({ id: userId ?? email, name })))
}

/** Throws `invalid` for what the report does not allow. */
function extensionsOf(ids: readonly string[], report: Report): string[] {
  ids.forEach((id, at) => {
    const type = exportTypes.find((one) => one.id === id)
    const error = findTypeError(type, report)
    if (error !== undefined) throw new AppError('invalid', error, { field: `exportTypeIds.${at}` })
  })
  return exportTypes.filter(({ id }) => ids.includes(id)).map(({ extension }) => extension)
}

function findTypeError(
  type: (typeof exportTypes)[number] | undefined,
  { exportTypes: allowed }: Report,
): string | undefined {
  if (type === undefined) return 'There is no such export type.'
  if (type.extension === 'json') return 'JSON is for programs and cannot be sent by email.'
  return allowed.some(({ id }) => id === type.id) ? undefined : `The report does not allow ${type.name}.`
}

/** Throws `invalid` for a measure that says nothing of this kind. */
function requireCondition(condition: SubscriptionCondition | null): void {
  if (condition === null || 'hasRows' in condition) return
  const { label, figure, ...measure } = measures[condition.measure]
  const { type, change: comparing } = figureKinds[figure]
  const name = typeof label === 'string' ? label : condition.measure
  const field = 'condition.measure'
  if (type === 'time') throw new AppError('invalid', `“${name}” is not a number.`, { field })
  // It is known by less than what a report may filter by.
  if (restsOnNumbers(condition.measure))
    throw new AppError('invalid', `“${name}” cannot be a condition.`, { field })
  if ('changedByPercent' in condition && (comparing === null || 'isOfNow' in measure))
    throw new AppError('invalid', `“${name}” has no earlier figure to be compared with.`, { field })
  const problem = 'value' in condition && findThresholdProblem(condition.measure, condition.value)
  if (problem) throw new AppError('invalid', problem, { field: 'condition.value' })
}

async function requireTemplate(transaction: Transaction, id: string | null): Promise<void> {
  if (id === null || (await store.lockTemplate(transaction, id))) return
  throw new AppError('invalid', 'There is no such email template that is active.', {
    field: 'emailTemplateId',
  })
}
