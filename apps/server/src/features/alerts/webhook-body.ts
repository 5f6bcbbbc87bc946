import type { WebhookForm } from '@callboard/contract/alerts'
import type { Db } from '../../db/tables/schema.ts'
import type { Occasion, AlertNotification } from './alert-notification.ts'
import * as webhookStore from './webhook-store.ts'

/** Notifies the webhook of an alert, where there is one, once what this writes is committed. */
export async function postOccasion(
  db: Db,
  notification: AlertNotification,
  { occasion, episodeId }: { occasion: Occasion; episodeId: string | null },
): Promise<void> {
  const alertId = notification.alert.id
  const form = await webhookStore.selectWebhookForm(db, alertId)
  if (form === undefined) return
  const body = JSON.stringify(bodies[form](notification, occasion))
  await webhookStore.insertPost(db, { alertId, episodeId, event: occasion.kind, body })
}

const bodies = {
  json: buildBody,
  text: (notification, occasion) => ({ text: buildText(notification, occasion) }),
  teams: buildCard,
} as const satisfies Record<WebhookForm, (notification: AlertNotification, occasion: Occasion) => object>

function buildBody(notification: AlertNotification, occasion: Occasion) {
  const { alert, evaluation, words } = notification
  const { condition } = alert
  return {
    text: buildText(notification, occasion),
    event: occasion.kind,
    alert: { id: alert.id, name: alert.name },
    measure: condition.measure,
    figure: evaluation.figure,
    calls: evaluation.calls,
    threshold: { op: condition.op, value: condition.value, text: words.threshold },
    period: evaluation.period,
    at: evaluation.terms.generatedAt,
    ...(occasion.kind === 'ended' && { since: occasion.since.toISOString() }),
    ...(words.callsLink !== '' && { link: words.callsLink }),
  }
}

/** What people read. Chat systems take what is in angle brackets for links and mentions. */
function buildText(notification: AlertNotification, occasion: Occasion): string {
  const { headline, facts, link } = buildLines(notification, occasion)
  const lines = [headline, ...facts].map((line) => line.replaceAll('<', '‹').replaceAll('>', '›'))
  return [...lines, link].join('\n')
}

/** As the workflows of Microsoft Teams post it. */
function buildCard(notification: AlertNotification, occasion: Occasion) {
  const { headline, facts, link, linkTitle } = buildLines(notification, occasion)
  const textBlock = (text: string) => ({ type: 'TextBlock', text, wrap: true })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ ...textBlock(headline), weight: 'Bolder', size: 'Medium' }, ...facts.map(textBlock)],
          actions: [{ type: 'Action.OpenUrl', title: linkTitle, url: link }],
        },
      },
    ],
  }
}

const headings = { began: 'Alert:', ended: 'Over:', test: 'Test of the alert' } as const

function buildLines({ alert, words }: AlertNotification, { kind }: Occasion) {
  const behind = words.calls === '' ? '' : `, of ${words.calls}`
  const hasCalls = words.callsLink !== ''
  return {
    headline: `${headings[kind]} ${alert.name}: ${words.name} ${words.figure} (${words.threshold})`,
    facts: [
      `${words.name} ${words.window}: ${words.figure}${behind}, as of ${words.at}`,
      ...(words.filters === '' ? [] : [`Only where ${words.filters}`]),
    ],
    link: hasCalls ? words.callsLink : words.alertLink,
    linkTitle: hasCalls ? 'Show the calls' : 'Show the alert',
  }
}
