import { findCallerOfUser } from '../../access/callers/caller-of-user.ts'
import { type Caller, holds } from '../../access/callers/caller.ts'
import { type MailReader, selectMailReader } from '../../db/mail-reader.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import {
  type DeliveredReport,
  prepareDeliveredReport,
  readerErrors,
} from '../reports/running/delivered-report.ts'
import { findOutsideError } from './recipient-rules.ts'
import * as store from './render-store.ts'
import type { ClaimedDelivery, RunToRender } from './render-store.ts'

/** Nobody gets a delivery, for the reason in its message, which its owner sees. */
export class DeliverySkipped extends Error {
  override readonly name = 'DeliverySkipped'
}

/** Whoever gets a delivery, with what they may see at this moment. */
export interface Reader {
  /** Whose rows they are: of a user their own, of an address outside those of the owner. */
  caller: Caller
  report: DeliveredReport
  /** Null for an address outside. */
  person: MailReader | null
  email: string
  ownerName: string
  /** On the list of the subscription; null for who is not. */
  listedId: string | null
}

interface ReaderParts {
  db: Db
  log: Log
}

/** Checks a delivery by the rights of this moment. Throws `DeliverySkipped`, or what a run of the report would throw. */
export async function findReader(
  parts: ReaderParts,
  run: RunToRender,
  delivery: ClaimedDelivery,
): Promise<Reader> {
  requireOpen(run)
  const { user_id: userId, email: outside } = delivery
  const key = { subscriptionId: run.subscriptionId, userId, email: outside }
  const listed = await store.selectListed(parts.db, key)
  if (listed !== undefined && listed.unsubscribedAt !== null) throw new DeliverySkipped('They unsubscribed.')
  const isByHand = run.cause === 'test' || run.cause === 'resend'
  if (!isByHand && (listed === undefined || listed.isRemoved))
    throw new DeliverySkipped('They were removed from the recipients.')
  const { owner, ownerReport, ownerName } = await findOwner(parts, run, delivery.id)
  // Of what comes once there is nothing to unsubscribe from.
  const isOnList = listed?.isRemoved === false && run.schedule.frequency !== 'once'
  const listedId = isOnList ? listed.id : null
  if (userId === null) {
    const email = outside ?? ''
    const error = findOutsideError(owner.settings, email)
    if (error !== undefined) throw new DeliverySkipped(error)
    await requireWanted(parts.db, email)
    return { caller: owner, report: ownerReport, person: null, email, ownerName, listedId }
  }
  const person = await selectMailReader(parts.db, userId)
  const caller = await findCallerOfUser(parts.db, userId, { id: delivery.id, log: parts.log })
  if (person === undefined || caller === undefined) throw new DeliverySkipped(readerErrors.noSignIn)
  const { email } = person
  if (email === null) throw new DeliverySkipped(readerErrors.noAddress)
  await requireWanted(parts.db, email)
  const report = await orSkipped(async () => await prepare(parts, run, caller), {
    notFound: readerErrors.noReport,
    forbidden: 'They do not have the rights that this report needs:',
  })
  return { caller, report, person, email, ownerName, listedId }
}

function requireOpen({ isDeleted, isReportDeleted, isActive, cause }: RunToRender): void {
  if (isReportDeleted) throw new DeliverySkipped('The saved report was deleted.')
  if (isDeleted) throw new DeliverySkipped('The subscription was deleted.')
  if (!isActive && cause === 'schedule') throw new DeliverySkipped('The subscription was paused.')
}

async function requireWanted(db: Db, email: string): Promise<void> {
  if (await store.selectIsStopped(db, email))
    throw new DeliverySkipped('Emails to this address bounced too often.')
}

/** Throws `DeliverySkipped` unless the owner may still send the report. */
async function findOwner(
  parts: ReaderParts,
  run: RunToRender,
  id: string,
): Promise<{ owner: Caller; ownerReport: DeliveredReport; ownerName: string }> {
  const { db, log } = parts
  const person = await selectMailReader(db, run.ownerId)
  const ownerName = person === undefined ? 'The owner' : nameOf(person)
  const owner = await findCallerOfUser(db, run.ownerId, { id, log })
  if (owner === undefined) throw new DeliverySkipped(`${ownerName}, who sends it, can no longer sign in.`)
  if (!holds(owner, 'reporting.save'))
    throw new DeliverySkipped(`${ownerName}, who sends it, no longer has the right to save reports.`)
  const ownerReport = await orSkipped(async () => await prepare(parts, run, owner), {
    notFound: `${ownerName}, who sends it, no longer has access to the report.`,
    forbidden: `${ownerName}, who sends it, does not have the rights that the report needs:`,
  })
  return { owner, ownerReport, ownerName }
}

export function nameOf({ firstName, lastName, userName }: MailReader): string {
  return `${firstName} ${lastName}`.trim() || userName
}

async function prepare({ db }: ReaderParts, run: RunToRender, caller: Caller): Promise<DeliveredReport> {
  const { savedReportId, dueAt: askedAt, schedule } = run
  const asked = { savedReportId, timeZone: schedule.timeZone }
  const report = await prepareDeliveredReport({ db, caller, askedAt }, asked)
  if (report.run.scope.isEmpty) throw new AppError('forbidden', readerErrors.noRows)
  return report
}

async function orSkipped<T>(
  work: () => Promise<T>,
  words: { notFound: string; forbidden: string },
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'notFound') throw new DeliverySkipped(words.notFound, { cause: error })
    if (error.code === 'forbidden')
      throw new DeliverySkipped(`${words.forbidden} ${error.message}`, { cause: error })
    throw error
  }
}
