import type { AlertCondition, AlertFigure } from '@callboard/contract/alerts'
import type { Caller } from '../../access/callers/caller.ts'
import { actorOf } from '../../access/callers/actor.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { buildAlertMail } from './alert-mail.ts'
import { getAlert } from './alerts.ts'
import type { CheckingParts } from './check-alerts.ts'
import { evaluate, type EvaluationParts } from './evaluate.ts'
import { selectMailReader } from '../../db/mail-reader.ts'
import { buildNotification } from './alert-notification.ts'
import { postOccasion } from './webhook-body.ts'

/** Evaluates a condition over the caller’s own calls. Throws `forbidden` for who may not ask this, or has no calls. */
export async function previewAlert(
  parts: EvaluationParts & Pick<CheckingParts, 'mailer'>,
  caller: Caller,
  { condition }: { condition: AlertCondition },
): Promise<AlertFigure> {
  const { figure, calls, isMet } = await evaluate(parts, caller, { condition, at: lastFullMinute() })
  return { figure, calls, isMet, hasMailServer: await parts.mailer.hasServer() }
}

/** Evaluates it over the caller’s own calls, and mails it to the caller alone. Throws `notFound`, and `conflict` without an address. */
export async function testAlert(
  parts: CheckingParts,
  caller: Caller,
  { id }: { id: string },
): Promise<AlertFigure> {
  // Nobody gets a mail from whoever looks on as them.
  actorOf(caller)
  const alert = await getAlert(parts.db, caller, { id })
  const reader = orNotFound(await selectMailReader(parts.db, caller.userId))
  if (reader.email === null) throw new AppError('conflict', 'You have no email address.')
  const evaluation = await evaluate(parts, caller, { condition: alert.condition, at: lastFullMinute() })
  const notification = await buildNotification(parts.db, {
    alert,
    caller,
    evaluation,
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
  const { figure, calls, isMet } = evaluation
  return { figure, calls, isMet, hasMailServer: await parts.mailer.hasServer() }
}

function lastFullMinute(): Date {
  return new Date(Math.floor(Date.now() / 60_000) * 60_000)
}
