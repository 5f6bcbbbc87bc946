import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/mails'
import { maxFailedMails, type StoppedAddress } from '@callboard/contract/mails'
import { z } from 'zod'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { readSecret, readSettings } from '../../db/settings.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { isSameSecret } from '../../lib/same-secret.ts'
import { oneLine, withoutNul } from './mail-texts.ts'
import * as store from './store.ts'
import * as addressStore from './address-store.ts'

/** Why nothing is sent to an address; undefined when mails are. */
export async function findStop(db: Db, email: string): Promise<string | undefined> {
  const stop = await addressStore.selectStop(db, keyOf(email))
  if (stop === undefined) return undefined
  const why = stop.lastError === null ? '' : ` (${stop.lastError})`
  return `Emails to this address are stopped because they bounced${why}.`
}

export async function listStoppedAddresses(db: Db): Promise<{ items: StoppedAddress[]; total: number }> {
  const rows = await addressStore.selectStops(db, 200)
  const items = rows.map(({ stoppedAt, ...row }) => ({ ...row, stoppedAt: stoppedAt.toISOString() }))
  return { items, total: items.length < 200 ? items.length : await addressStore.countStops(db) }
}

/** Throws `notFound` for an address to which mails are sent. */
export async function liftStoppedAddress(db: Db, email: string): Promise<undefined> {
  if (!(await addressStore.deleteStop(db, keyOf(email)))) throw notFound()
}

/**
 * Counts a mail that was refused or came back. The last of a streak stops its address, of which those are told, once,
 * whose subscriptions and alerts go there.
 */
export async function countFailure(
  transaction: Transaction,
  { email, error, isComplaint = false }: { email: string; error: string; isComplaint?: boolean },
): Promise<void> {
  const key = keyOf(email)
  await addressStore.insertFailure(transaction, key, oneLine(error))
  const maxFailures = isComplaint ? 1 : maxFailedMails
  if (!(await addressStore.updateStopped(transaction, key, maxFailures))) return
  const { productName } = await readSettings(transaction)
  for (const owner of await addressStore.selectOwnersOfMailsTo(transaction, key)) {
    const names = owner.names.map((name) => `- ${name}`).join('\n')
    await store.insertMail(transaction, {
      recipient: owner.email,
      subject: oneLine(`${productName}: emails to ${key} are stopped`),
      body_text: withoutNul(
        `Emails to ${key} bounced, the last with:\n\n${oneLine(error)}\n\nThese subscriptions and alerts no longer send emails there:\n\n${names}\n\n` +
          'Correct the address or remove it from their recipients. An administrator can resume sending to it.',
      ),
    })
  }
}

/** A mail that was taken ends the streak of its address, unless the one before it came back. */
export async function countSuccess(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  await addressStore.deleteStreak(db, { id, email: keyOf(email) })
}

/** Throws `unauthenticated` without the secret of the settings. */
export async function requireBounceSecret(db: Db, authorization: string | undefined): Promise<void> {
  const secret = await readSecret(db, 'bounceSecret')
  const given = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (secret === undefined || given === undefined || !isSameSecret(given, secret))
    throw new AppError('unauthenticated', 'The bounce webhook secret is missing or wrong.')
}

/** A mail that was taken came back: it has failed. One that is not known, or is known to have failed, changes nothing. */
export async function reportBounce(db: Db, bounce: Body<typeof endpoints.reportBounce>): Promise<undefined> {
  if (bounce.messageId === undefined && bounce.recipient === undefined)
    throw new AppError('invalid', 'An email is known by its messageId or by its recipient.', {
      field: 'messageId',
    })
  await db.transaction().execute(async (transaction) => await recordBounce(transaction, bounce))
}

/** As `reportBounce`; of a mail that is known by its `messageId` or its `recipient`. */
export async function recordBounce(
  transaction: Transaction,
  { messageId, recipient, type, reason }: Body<typeof endpoints.reportBounce>,
): Promise<void> {
  const mail = await addressStore.selectSentMail(transaction, {
    id: messageId === undefined ? undefined : mailIdOf(messageId),
    recipient: recipient?.toLowerCase(),
  })
  if (mail === undefined) return
  const words = reason === '' ? 'without a reason' : oneLine(reason)
  if (type === 'transient')
    return await addressStore.updateLate(transaction, mail.id, `Not delivered yet: ${words}`)
  const error = type === 'complaint' ? `The recipient complained: ${words}` : `It bounced: ${words}`
  await addressStore.updateBounced(transaction, mail.id, error)
  await countFailure(transaction, {
    email: mail.recipient,
    error: words,
    isComplaint: type === 'complaint',
  })
}

/** Message-IDs begin with the id of their mail; one of another portal has another host, and no mail here. */
function mailIdOf(messageId: string): string | undefined {
  return z.guid().safeParse(/^<?([^@]+)@/.exec(messageId)?.[1]).data
}

function keyOf(email: string): string {
  return email.toLowerCase()
}
