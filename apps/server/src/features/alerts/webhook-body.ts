import { thresholdWords } from '@callboard/contract/alert-words'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { buildCallsLink, buildSubject, type JudgedAlert, type Occasion } from './alert-mail.ts'
import * as webhookStore from './webhook-store.ts'

/** Has the webhook of an alert told, where there is one, once what this writes is committed. */
export async function postOccasion(
  db: Kysely<Database>,
  told: JudgedAlert,
  { occasion, episodeId }: { occasion: Occasion; episodeId: string | null },
): Promise<void> {
  const alertId = told.alert.id
  if ((await webhookStore.selectWebhookUrl(db, alertId)) === null) return
  const body = JSON.stringify(buildBody(told, occasion))
  await webhookStore.insertPost(db, { alertId, episodeId, event: occasion.kind, body })
}

/** `text` is what chat systems show. */
function buildBody(told: JudgedAlert, occasion: Occasion) {
  const { alert, judgement } = told
  const { condition } = alert
  const link = buildCallsLink(told)
  const subject = buildSubject(told, occasion)
  return {
    text: link === undefined ? subject : `${subject}\n${link}`,
    event: occasion.kind,
    alert: { id: alert.id, name: alert.name },
    measure: condition.measure,
    figure: judgement.figure,
    calls: judgement.calls,
    threshold: { op: condition.op, value: condition.value, text: thresholdWords(condition) },
    period: judgement.period,
    at: judgement.terms.generatedAt,
    ...(occasion.kind === 'ended' && { since: occasion.since.toISOString() }),
    ...(link !== undefined && { link }),
  }
}
