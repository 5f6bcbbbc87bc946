import type { Kysely, Transaction } from 'kysely'
import { type Caller, holds } from '../../access/caller.ts'
import { findCallerOfUser } from '../../access/caller-of-user.ts'
import { change, systemActor } from '../../db/change.ts'
import { updateRecord } from '../../db/records.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import type { Mailer } from '../mail/mail.ts'
import { buildAlertMail, type Occasion } from './alert-mail.ts'
import * as checkStore from './check-store.ts'
import { judge, type Judgement, type JudgingParts } from './judge.ts'
import * as store from './store.ts'
import { postOccasion } from './webhook-body.ts'

export interface CheckingParts extends JudgingParts {
  log: Log
  mailer: Mailer
  publicUrl: string
}

/** All alerts are judged for the same moments, so that those that ask the same are answered by one reading. */
const checkedEveryMs = 2 * 60_000

/**
 * Judges the alerts that are due, and has those told for whom one began or ended; answers how many were due. One that
 * another process judges is left to it.
 */
export async function checkAlerts(parts: CheckingParts, now = new Date()): Promise<number> {
  const { db, log, mailer } = parts
  const next = new Date((Math.floor(now.getTime() / checkedEveryMs) + 1) * checkedEveryMs)
  // The minute that has not ended yet has not all of its calls.
  const at = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  let checked = 0
  for (;;) {
    const alert = await checkStore.claimDueAlert(db, { now, next })
    if (alert === undefined) break
    checked++
    try {
      await checkAlert(parts, alert, at)
    } catch (error) {
      // It is tried again at the next moment, and the others must not wait for it.
      log.error({ err: error, alert: alert.id }, 'an alert could not be judged')
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
  const verdicts: Verdict[] = []
  for (const person of await checkStore.selectPeople(db, alert.id))
    verdicts.push(await judgePerson(parts, { alert, person, at }))
  await db.transaction().execute(async (transaction) => {
    if (!(await checkStore.lockJudged(transaction, { ...alert, at }))) return
    for (const verdict of verdicts) await record(parts, transaction, { alert, verdict, at })
    await checkStore.updateChecked(transaction, { id: alert.id, at })
  })
}

function findOwnerError(owner: Caller | undefined): string | undefined {
  if (owner === undefined) return 'Its owner may not sign in any more.'
  if (!holds(owner, 'reporting.view') || !holds(owner, 'reporting.save'))
    return 'Its owner has no right to see and save reports any more.'
  return undefined
}

/** Nobody is told: what was on may still be so. */
async function pause(
  db: Kysely<Database>,
  { id, revision }: checkStore.DueAlert,
  pausedReason: string,
): Promise<void> {
  await change(db, systemActor, async (transaction) => {
    const stored = await store.lockAlert(transaction, id)
    if (stored === undefined || !stored.isActive || stored.revision !== revision) return
    await updateRecord(transaction, 'alert', { id, values: { isActive: false, pausedReason } })
    await store.endEpisodes(transaction, id, 'It was paused.')
  })
}

type Verdict =
  | { person: checkStore.AlertPerson; caller: Caller; judgement: Judgement }
  | { person: checkStore.AlertPerson; error: string }

/** Judges it over the calls of one person, by their rights at this moment. */
async function judgePerson(
  parts: CheckingParts,
  { alert, person, at }: { alert: checkStore.DueAlert; person: checkStore.AlertPerson; at: Date },
): Promise<Verdict> {
  const { db, log } = parts
  const caller = await findCallerOfUser(db, person.userId, { id: alert.id, log })
  if (caller === undefined) return { person, error: 'They may not sign in any more.' }
  if (!holds(caller, 'reporting.view')) return { person, error: 'They have no right to see reports.' }
  if (person.isRecipient && person.email === null) return { person, error: 'They have no e-mail address.' }
  try {
    const judgement = await judge(parts, caller, { condition: alert.condition, at })
    return { person, caller, judgement }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { person, error: error.message }
  }
}

/** Writes what was found, and with it the mails that tell of it. */
async function record(
  parts: CheckingParts,
  transaction: Transaction<Database>,
  { alert, verdict, at }: { alert: checkStore.DueAlert; verdict: Verdict; at: Date },
): Promise<void> {
  const { person } = verdict
  const key = { alertId: alert.id, userId: person.userId }
  const open = await checkStore.selectOpenEpisode(transaction, key)
  if ('error' in verdict) {
    await checkStore.updatePerson(transaction, { ...key, figure: null, reason: verdict.error })
    if (open !== undefined)
      await checkStore.updateEnded(transaction, { ...open, at, figure: null, reason: verdict.error })
    return
  }
  const { judgement } = verdict
  const { figure, isMet } = judgement
  await checkStore.updatePerson(transaction, { ...key, figure, reason: null })
  const tell = async (occasion: Occasion) => {
    const reader = { ...person, email: person.email ?? '' }
    const mail = buildAlertMail({ ...verdict, alert, reader, publicUrl: parts.publicUrl }, occasion)
    await parts.mailer.enqueue(mail, { transaction })
  }
  const post = async (occasion: Occasion, episodeId: string) => {
    // It is the owner's, so it has their figures.
    if (person.userId !== alert.userId) return
    const told = { ...verdict, alert, publicUrl: parts.publicUrl }
    await postOccasion(transaction, told, { occasion, episodeId })
  }
  if (isMet && open === undefined) {
    const { condition } = alert
    const id = await checkStore.insertEpisode(transaction, {
      ...key,
      condition,
      at,
      figure,
      isTold: person.isRecipient,
    })
    if (person.isRecipient) await tell({ kind: 'began' })
    await post({ kind: 'began' }, id)
  } else if (!isMet && open !== undefined) {
    await checkStore.updateEnded(transaction, { ...open, at, figure, reason: null })
    if (person.isRecipient && open.isTold) await tell({ kind: 'ended', since: open.beganAt })
    await post({ kind: 'ended', since: open.beganAt }, open.id)
  }
}
