import type { Caller } from '../../access/caller.ts'
import { actorOf } from '../../access/actor.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { buildAlertMail } from './alert-mail.ts'
import { getAlert } from './alerts.ts'
import type { CheckingParts } from './check-alerts.ts'
import { judge } from './judge.ts'
import * as store from './store.ts'
import { postOccasion } from './webhook-body.ts'

/** Judges it over the caller’s own calls, and mails it to the caller alone. Throws `notFound`, and `conflict` without an address. */
export async function testAlert(
  parts: CheckingParts,
  caller: Caller,
  id: string,
): Promise<{ figure: number | null; calls: number; isMet: boolean }> {
  // Nobody gets a mail from whoever looks on as them.
  actorOf(caller)
  const alert = await getAlert(parts.db, caller, id)
  const person = orNotFound(await store.selectReader(parts.db, caller.userId))
  const { email } = person
  if (email === null) throw new AppError('conflict', 'You have no e-mail address.')
  const at = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const judgement = await judge(parts, caller, { condition: alert.condition, at })
  const told = { alert, caller, judgement, reader: { ...person, email }, publicUrl: parts.publicUrl }
  await parts.mailer.enqueue(buildAlertMail(told, { kind: 'test' }))
  // It is posted for its owner alone, whose figures it has.
  if (alert.userId === caller.userId)
    await postOccasion(parts.db, told, { occasion: { kind: 'test' }, episodeId: null })
  const { figure, calls, isMet } = judgement
  return { figure, calls, isMet }
}
