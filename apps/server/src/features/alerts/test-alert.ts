import type { Caller } from '../../access/callers/caller.ts'
import { actorOf } from '../../access/callers/actor.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { buildAlertMail } from './alert-mail.ts'
import { getAlert } from './alerts.ts'
import type { CheckingParts } from './check-alerts.ts'
import { judge } from './judge.ts'
import { selectReader } from './people-store.ts'
import { buildNotification } from './alert-notification.ts'
import { postOccasion } from './webhook-body.ts'

/** Judges it over the caller’s own calls, and mails it to the caller alone. Throws `notFound`, and `conflict` without an address. */
export async function testAlert(
  parts: CheckingParts,
  caller: Caller,
  { id }: { id: string },
): Promise<{ figure: number | null; calls: number; isMet: boolean }> {
  // Nobody gets a mail from whoever looks on as them.
  actorOf(caller)
  const alert = await getAlert(parts.db, caller, { id })
  const reader = orNotFound(await selectReader(parts.db, caller.userId))
  if (reader.email === null) throw new AppError('conflict', 'You have no email address.')
  const at = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const judgement = await judge(parts, caller, { condition: alert.condition, at })
  const notification = await buildNotification(parts.db, {
    alert,
    caller,
    judgement,
    publicUrl: parts.publicUrl,
  })
  const occasion = { kind: 'test' } as const
  // Whoever asks for a mail is not taken off the list by it.
  await parts.mailer.enqueue(
    await buildAlertMail(parts, { notification, occasion, reader, listed: undefined }),
  )
  // It is posted for its owner alone, whose figures it has.
  if (alert.userId === caller.userId)
    await postOccasion(parts.db, notification, { occasion, episodeId: null })
  const { figure, calls, isMet } = judgement
  return { figure, calls, isMet }
}
