import { alertMeasures } from '@callboard/contract/alert-measures'
import { type Alert, type AlertCondition, maxAlerts, type WebhookForm } from '@callboard/contract/alerts'
import type * as endpoints from '@callboard/contract/alerts'
import type { Body } from '@callboard/contract/endpoint'
import { compareTexts } from '@callboard/contract/format-names'
import { measures } from '@callboard/contract/measures'
import { findThresholdProblem } from '@callboard/contract/threshold'
import { findCustomerFields } from '../attributes/attributes.ts'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller, Person } from '../../access/callers/caller.ts'
import { findPerson } from '../../access/callers/person.ts'
import { requireCallerFields } from '../../access/rows/scope.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import { lockOwner } from '../../db/records/lock-owner.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { requireFilters } from '../../report-engine/sql/filters.ts'
import { isOfWords } from '../../report-engine/sql/spoken-words.ts'
import type { Mailer } from '../mail/mail.ts'
import { getGroupCodes } from '../entity-groups/entity-groups.ts'
import { requireRecipients } from '../subscriptions/subscriptions.ts'
import { getAlert } from './alerts.ts'
import { spanOf } from './evaluate.ts'
import * as peopleStore from './people-store.ts'
import * as store from './store.ts'
import { newPostSecret } from '../../lib/outside/signed-post.ts'
import { findWebhookError } from '../../lib/outside/webhook-address.ts'

export interface AlertParts {
  db: Db
  mailer: Mailer
  /** Of private networks, to which may be posted: none but in tests. */
  allowedAddresses: readonly string[]
}

/** Throws `invalid` for what cannot be asked or who cannot be notified, `forbidden` for numbers of callers, and `conflict` for too many. */
export async function createAlert(
  parts: AlertParts,
  caller: Caller,
  given: Body<typeof endpoints.createAlert>,
): Promise<Alert> {
  await requireCondition(parts.db, caller, given.condition)
  const hook = webhookOf(parts, caller, given.webhook)
  const id = await changeBy(parts.db, caller, async (transaction) => {
    await requireQuota(transaction, caller.userId)
    const people = await resolveRecipients(parts, {
      transaction,
      caller,
      owner: caller,
      given: given.recipients,
    })
    const newId = await insertRecord(transaction, 'alert', {
      userId: caller.userId,
      name: given.name,
      condition: JSON.stringify(given.condition),
      recipients: JSON.stringify(people),
      isActive: given.isActive,
      ...hook,
      pausedReason: null,
      checkedAt: null,
    })
    await peopleStore.replacePeople(transaction, newId, {
      ownerId: caller.userId,
      recipientIds: people.map((one) => one.id),
    })
    return newId
  })
  return withSecret(await getAlert(parts.db, caller, { id }), hook)
}

async function requireQuota(transaction: Transaction, userId: string): Promise<void> {
  const count = await lockOwner(transaction, 'alert', userId)
  if (count >= maxAlerts) throw new AppError('conflict', `You can have at most ${maxAlerts} alerts.`)
}

interface KeptWebhook {
  webhookUrl: string | null
  webhookSecret: string | null
  webhookForm: WebhookForm
}

/** Throws `invalid` for an address that the settings do not allow. */
function webhookOf(
  { allowedAddresses }: Pick<AlertParts, 'allowedAddresses'>,
  { settings }: Caller,
  webhook: { url: string; form: WebhookForm } | null | undefined,
): KeptWebhook | undefined {
  if (webhook === undefined) return undefined
  if (webhook === null) return { webhookUrl: null, webhookSecret: null, webhookForm: 'json' }
  const error = findWebhookError(webhook.url, { hosts: settings.webhookHosts, allowedAddresses })
  if (error !== undefined) throw new AppError('invalid', error, { field: 'webhook.url' })
  const { url, form } = webhook
  return { webhookUrl: url, webhookSecret: newPostSecret(), webhookForm: form }
}

function withSecret(alert: Alert, hook: KeptWebhook | undefined): Alert {
  const secret = hook?.webhookSecret ?? null
  return secret === null ? alert : { ...alert, webhookSecret: secret }
}

/** Throws `notFound`, `forbidden` for somebody else’s unless an admin asks, `revisionConflict`, and as `createAlert`. */
export async function updateAlert(
  parts: AlertParts,
  caller: Caller,
  { id, revision, ...given }: Body<typeof endpoints.updateAlert> & { id: string },
): Promise<Alert> {
  await getEditable(parts.db, caller, id)
  if (given.condition !== undefined) await requireCondition(parts.db, caller, given.condition)
  const hook = webhookOf(parts, caller, given.webhook)
  await changeBy(parts.db, caller, async (transaction) => {
    const before = orNotFound(await store.lockAlert(transaction, { id }))
    const recipients = await changedPeople(parts, caller, { transaction, before, given: given.recipients })
    const { name, condition, isActive } = given
    await updateRecord(transaction, 'alert', {
      id,
      revision,
      values: {
        name,
        condition: condition && JSON.stringify(condition),
        recipients,
        ...hook,
        isActive,
        // Whoever has it go on, or pauses it themselves, knows why.
        pausedReason: isActive === undefined ? undefined : null,
      },
    })
    await beginAnew(transaction, before, given)
  })
  return withSecret(await getAlert(parts.db, caller, { id }), hook)
}

type StoredAlert = Pick<Alert, 'id' | 'userId' | 'condition' | 'isActive'>

/** Answers what change tracking shows of the list. */
async function changedPeople(
  parts: AlertParts,
  caller: Caller,
  {
    transaction,
    before,
    given,
  }: { transaction: Transaction; before: StoredAlert; given: readonly string[] | undefined },
): Promise<string | undefined> {
  if (given === undefined) return undefined
  const owner = orNotFound(await findPerson(transaction, before.userId))
  const people = await resolveRecipients(parts, { transaction, caller, owner, given, alertId: before.id })
  await peopleStore.replacePeople(transaction, before.id, {
    ownerId: before.userId,
    recipientIds: people.map((one) => one.id),
  })
  return await peopleStore.selectRecordedRecipients(transaction, before.id)
}

/** What was on by another condition, or goes on no more, is over. What goes on is evaluated at once. */
async function beginAnew(
  transaction: Transaction,
  before: StoredAlert,
  {
    condition,
    isActive = before.isActive,
  }: Pick<Body<typeof endpoints.updateAlert>, 'condition' | 'isActive'>,
): Promise<void> {
  const isChanged = condition !== undefined && !isSame(condition, before.condition)
  const isPaused = before.isActive && !isActive
  if (isChanged || isPaused)
    await store.endEpisodes(
      transaction,
      before.id,
      isPaused ? 'It was paused.' : 'Its condition was changed.',
    )
  if (isChanged || isActive !== before.isActive) await store.updateToUnchecked(transaction, before.id)
}

/** The order of keys is not kept by the database. */
function isSame(one: AlertCondition, other: AlertCondition): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted({ filters, entityGroups, window, ...rest }: AlertCondition) {
  const byKey = (values: object) =>
    Object.entries(values).toSorted(([first], [second]) => compareTexts(first, second))
  return [...byKey(rest), filters.map(byKey), entityGroups, byKey(window)]
}

/** Throws as `updateAlert`. */
export async function deleteAlert(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  await getEditable(db, caller, id)
  await changeBy(db, caller, async (transaction) => {
    orNotFound(await store.lockAlert(transaction, { id }))
    await updateRecord(transaction, 'alert', { id, values: { isDeleted: true } })
    await store.endEpisodes(transaction, id, 'It was deleted.')
  })
}

/** Throws `notFound` for one that is not deleted, or that the caller may not change, and `conflict` when its owner has too many. */
export async function restoreAlert(db: Db, caller: Caller, { id }: { id: string }): Promise<Alert> {
  await changeBy(db, caller, async (transaction) => {
    const { userId } = orNotFound(await store.lockAlert(transaction, { id, isDeleted: true }))
    if (!caller.isAdmin && userId !== caller.userId) throw notFound()
    await requireQuota(transaction, userId)
    await updateRecord(transaction, 'alert', { id, values: { isDeleted: false } })
    await store.updateToUnchecked(transaction, id)
  })
  return await getAlert(db, caller, { id })
}

async function getEditable(db: Db, caller: Caller, id: string): Promise<void> {
  const { isEditable } = await getAlert(db, caller, { id })
  if (!isEditable) throw new AppError('forbidden', 'Only its owner and administrators can change an alert.')
}

interface RecipientsInput {
  transaction: Transaction
  caller: Caller
  owner: Person
  given: readonly string[]
  alertId?: string
}

async function resolveRecipients(
  { mailer }: AlertParts,
  { transaction, caller: { settings }, owner, given, alertId }: RecipientsInput,
): Promise<{ id: string; name: string }[]> {
  const before = alertId === undefined ? [] : await peopleStore.selectRecipientIds(transaction, alertId)
  await requireRecipients(
    transaction,
    given.map((userId) => ({ userId })),
    {
      owner,
      settings,
      sender: settings.mailFrom ?? mailer.defaultFrom,
      before: before.map((userId) => ({ userId, email: null })),
    },
  )
  return await peopleStore.selectNames(transaction, given)
}

/** Throws `invalid` for what has no figure of this kind, and what a report with these filters throws. */
async function requireCondition(
  db: Db,
  caller: Caller,
  { measure: name, value, filters, entityGroups, window }: AlertCondition,
): Promise<void> {
  if (!alertMeasures.includes(name)) {
    const { label } = measures[name]
    const words = `“${typeof label === 'string' ? label : name}” is not a count, share or duration.`
    throw new AppError('invalid', words, { field: 'condition.measure' })
  }
  const problem = findThresholdProblem(name, value)
  if (problem !== undefined) throw new AppError('invalid', problem, { field: 'condition.value' })
  // What was said in originals must not be told apart by mail.
  if (filters.some(isOfWords))
    throw new AppError('invalid', 'Alerts cannot filter by words in transcripts.', {
      field: 'condition.filters',
    })
  requireCallerFields(
    caller,
    filters.map(({ field }) => field),
  )
  const customerFields = await findCustomerFields({ db, caller }, { filters })
  requireFilters(filters, { span: spanOf(window, new Date()), customerFields })
  await getGroupCodes(db, caller, { groupIds: entityGroups, field: 'condition.entityGroups' })
}
