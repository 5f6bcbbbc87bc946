import { type Caller, holds } from '../../access/callers/caller.ts'
import { findCallerOfUser } from '../../access/callers/caller-of-user.ts'
import { readUnsubscribeSecret } from '../../access/sign-in/unsubscribe-token.ts'
import { inBackground } from '../../db/calls/requester.ts'
import { change, systemActor } from '../../db/records/change.ts'
import { updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import type { TemplateParts } from '../email-templates/email-templates.ts'
import type { Mailer } from '../mail/mail.ts'
import { type AlertMail, buildAlertMail } from './alert-mail.ts'
import * as checkStore from './check-store.ts'
import { evaluate, type Evaluation, type EvaluationParts } from './evaluate.ts'
import * as store from './store.ts'
import { type AlertNotification, buildNotification, type Occasion } from './alert-notification.ts'
import { postOccasion } from './webhook-body.ts'
import { RepeatedWork } from '../../jobs/repeated-work.ts'

export interface CheckingParts extends EvaluationParts, TemplateParts {
  log: Log
  mailer: Mailer
}

/** All alerts are evaluated for the same moments, so that those that ask the same are answered by one reading. */
const checkIntervalMs = 2 * 60_000

/**
 * Evaluates the alerts that are due, and notifies those for whom one began or ended; answers how many were due. One that
 * another process evaluates is left to it.
 */
export async function checkAlerts(parts: CheckingParts, now = new Date()): Promise<number> {
  const { db, log, mailer } = parts
  const next = new Date((Math.floor(now.getTime() / checkIntervalMs) + 1) * checkIntervalMs)
  // The minute that has not ended yet has not all of its calls.
  const at = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  let checked = 0
  for (;;) {
    const alert = await checkStore.claimDueAlert(db, { now, next })
    if (alert === undefined) break
    checked++
    try {
      await inBackground('alerts', async () => await checkAlert(parts, alert, at))
    } catch (error) {
      // It is tried again at the next moment, and the others must not wait for it.
      log.error({ err: error, alert: alert.id }, 'an alert could not be evaluated')
    }
  }
  if (checked > 0) mailer.wake()
  return checked
}

async function checkAlert(parts: CheckingParts, alert: checkStore.DueAlert, at: Date): Promise<void> {
  const { db, log } = parts
  const owner = await findCallerOfUser(db, alert.userId, { id: alert.id, log })
  const error = findOwnerError(owner)
  if (error !== undefined) {
    await pause(db, alert, error)
    return
  }
  const open = await checkStore.selectOpenEpisodes(db, alert.id)
  const secret = await readUnsubscribeSecret(db)
  const findings: Finding[] = []
  for (const person of await checkStore.selectPeople(db, alert))
    findings.push(await evaluatePerson(parts, { alert, person, at, open: open.get(person.userId), secret }))
  await db.transaction().execute(async (transaction) => {
    if (!(await checkStore.lockEvaluated(transaction, { ...alert, at }))) return
    const openNow = await checkStore.selectOpenEpisodes(transaction, alert.id)
    for (const finding of findings) {
      // Who has unsubscribed meanwhile is not notified.
      if (openNow.get(finding.person.userId)?.id === finding.open?.id)
        await record(parts, transaction, { alert, finding, at })
    }
    await checkStore.updateChecked(transaction, { id: alert.id, at })
  })
}

function findOwnerError(owner: Caller | undefined): string | undefined {
  if (owner === undefined) return 'Its owner can no longer sign in.'
  if (!holds(owner, 'reporting.view') || !holds(owner, 'reporting.save'))
    return 'Its owner no longer has the right to view and save reports.'
  return undefined
}

/** Nobody is notified: what was on may still be so. */
async function pause(db: Db, { id, revision }: checkStore.DueAlert, pausedReason: string): Promise<void> {
  await change(db, systemActor, async (transaction) => {
    const stored = await store.lockAlert(transaction, { id })
    if (stored === undefined || !stored.isActive || stored.revision !== revision) return
    await updateRecord(transaction, 'alert', { id, values: { isActive: false, pausedReason } })
    await store.endEpisodes(transaction, id, 'It was paused.')
  })
}

interface Finding {
  person: checkStore.AlertPerson
  /** What was on for them before. */
  open: checkStore.OpenEpisode | undefined
  verdict: Verdict
}

type Verdict =
  | { error: string }
  | {
      evaluation: Evaluation
      /** What there is to notify of; undefined when nothing has happened. */
      news: { occasion: Occasion; notification: AlertNotification; mail: AlertMail | undefined } | undefined
    }

interface PersonToEvaluate {
  alert: checkStore.DueAlert
  person: checkStore.AlertPerson
  at: Date
  open: checkStore.OpenEpisode | undefined
  secret: Uint8Array
}

/** Evaluates it over the calls of one person, by their rights at this moment, and writes the mail that they may get. */
async function evaluatePerson(parts: CheckingParts, asked: PersonToEvaluate): Promise<Finding> {
  const { alert, person, at, open } = asked
  const { db, log } = parts
  const failed = (error: string): Finding => ({ person, open, verdict: { error } })
  const caller = await findCallerOfUser(db, person.userId, { id: alert.id, log })
  if (caller === undefined) return failed('They can no longer sign in.')
  if (!holds(caller, 'reporting.view')) return failed('They do not have the right to view reports.')
  try {
    const evaluation = await evaluate(parts, caller, { condition: alert.condition, at })
    const occasion = findOccasion(evaluation, open)
    if (occasion === undefined) return { person, open, verdict: { evaluation, news: undefined } }
    const notification = await buildNotification(db, {
      alert,
      caller,
      evaluation,
      publicUrl: parts.publicUrl,
    })
    const mail = await findMail(parts, asked, { notification, occasion })
    return { person, open, verdict: { evaluation, news: { occasion, notification, mail } } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return failed(error.message)
  }
}

function findOccasion({ isMet }: Evaluation, open: checkStore.OpenEpisode | undefined): Occasion | undefined {
  if (isMet === (open !== undefined)) return undefined
  return open === undefined ? { kind: 'began' } : { kind: 'ended', since: open.beganAt }
}

/** Why somebody on the list gets no mail, in a sentence. */
function findMailError({ isRecipient, email, isStopped }: checkStore.AlertPerson): string | undefined {
  if (!isRecipient) return undefined
  if (email === null) return 'They have no email address.'
  return isStopped ? store.stoppedReason : undefined
}

/** Who was notified that it began is notified that it is over. */
async function findMail(
  parts: CheckingParts,
  { person, open, secret }: PersonToEvaluate,
  news: { notification: AlertNotification; occasion: Occasion },
): Promise<AlertMail | undefined> {
  if (!person.isRecipient || findMailError(person) !== undefined || open?.isNotified === false)
    return undefined
  return await buildAlertMail(parts, { ...news, reader: person, listed: { recipientId: person.id, secret } })
}

/** Writes what was found, and with it the email that says so. */
async function record(
  parts: CheckingParts,
  transaction: Transaction,
  { alert, finding, at }: { alert: checkStore.DueAlert; finding: Finding; at: Date },
): Promise<void> {
  const { person, open, verdict } = finding
  const key = { alertId: alert.id, userId: person.userId }
  if ('error' in verdict) {
    await checkStore.updatePerson(transaction, { ...key, figure: null, reason: verdict.error })
    if (open !== undefined)
      await checkStore.updateEnded(transaction, { ...open, at, figure: null, reason: verdict.error })
    return
  }
  const { evaluation, news } = verdict
  const { figure } = evaluation
  const reason = findMailError(person) ?? null
  const isNotified = await checkStore.updatePerson(transaction, { ...key, figure, reason })
  if (news === undefined) return
  const mail = isNotified ? news.mail : undefined
  if (mail !== undefined) await parts.mailer.enqueue(mail, { transaction, headers: mail.headers })
  const { condition } = alert
  const began = { ...key, condition, at, figure, isNotified: mail !== undefined }
  const episodeId = open?.id ?? (await checkStore.insertEpisode(transaction, began))
  if (open !== undefined) await checkStore.updateEnded(transaction, { ...open, at, figure, reason: null })
  // The webhook has what its owner’s calls say.
  if (person.userId === alert.userId)
    await postOccasion(transaction, news.notification, { occasion: news.occasion, episodeId })
}

/** Evaluates what is due, every few seconds. Any number of processes may do so at once. */
export function buildAlertChecker(parts: CheckingParts): RepeatedWork {
  return new RepeatedWork({
    everyMs: 15_000,
    async work() {
      await checkAlerts(parts)
    },
    onError(error) {
      parts.log.error({ err: error }, 'alerts could not be evaluated; tried again')
    },
  })
}
