import { buildMail, type BuiltMail, type MailReader, type TemplateParts } from './build-mail.ts'
import { buildPortalMail } from './portal-mail.ts'
import type { TemplateTexts } from './template-texts.ts'
import { withUnsubscribeLine, withUnsubscribeLink } from './unsubscribe-line.ts'

/** What a mail of an alert says, as its template names it. */
export interface AlertMailValues {
  alert: Record<'name' | 'condition' | 'threshold' | 'filters' | 'link', string>
  figure: Record<'name' | 'value' | 'window' | 'calls', string>
  owner: Record<'name', string>
  checkedAt: string
  since: string
  test: string
  callsLink: string
  /** Empty for who is not on its list. */
  unsubscribeLink: string
}

interface AlertMailOf {
  reader: MailReader
  mail: AlertMailValues
}

/** By the template of its kind; where that makes no mail, by the texts that came with the portal. */
export async function buildAlertMailOf(
  parts: TemplateParts,
  key: 'alertBegan' | 'alertEnded',
  { reader, mail }: AlertMailOf,
): Promise<BuiltMail> {
  return withUnsubscribing(await buildPortalMail(parts, key, { reader, values: mail }), mail)
}

/** Throws `TemplateError`. */
export async function buildAlertMailBy(
  parts: TemplateParts,
  texts: TemplateTexts,
  { reader, mail }: AlertMailOf,
): Promise<BuiltMail> {
  return withUnsubscribing(await buildMail(parts, texts, { reader, values: mail }), mail)
}

function withUnsubscribing(
  { subject, html, text }: BuiltMail,
  { unsubscribeLink }: AlertMailValues,
): BuiltMail {
  return {
    subject,
    html: withUnsubscribeLink(html, unsubscribeLink),
    text: withUnsubscribeLine(text.replaceAll(/\n{3,}/g, '\n\n'), unsubscribeLink),
  }
}

/** With made-up figures, for whoever writes the template. */
export function sampleAlertMail(publicUrl: string): AlertMailValues {
  return {
    alert: {
      name: 'Missed calls of the north',
      condition: 'Missed over 5 in the last 60 minutes',
      threshold: 'over 5',
      filters: 'Location is North',
      link: `${publicUrl}/reports/alerts`,
    },
    figure: { name: 'Missed', value: '7', window: 'in the last 60 minutes', calls: '' },
    owner: { name: 'Ada Byron' },
    checkedAt: 'Mar 10, 2026, 12:00:00, America/Chicago time',
    since: 'Mar 10, 2026, 10:24:00, America/Chicago time',
    test: '',
    callsLink: `${publicUrl}/reports/calldetails`,
    unsubscribeLink: `${publicUrl}/unsubscribe#token=sample`,
  }
}
