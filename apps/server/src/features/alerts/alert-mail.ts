import { buildUnsubscribing } from '../../access/sign-in/unsubscribe-token.ts'
import type { MailReader } from '../../db/mail-reader.ts'
import { buildAlertMailOf, type TemplateParts } from '../email-templates/email-templates.ts'
import { formatLocalTime, type Occasion, type AlertNotification } from './alert-notification.ts'

interface AlertToMail {
  notification: AlertNotification
  occasion: Occasion
  reader: MailReader
  /** By which whoever is on the list is taken off it; undefined for who is not. */
  listed: { recipientId: string; secret: Uint8Array } | undefined
}

export interface AlertMail {
  recipient: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** What an alert tells a person, by the template of the occasion; that of a test is the one of a beginning. */
export async function buildAlertMail(
  parts: TemplateParts,
  { notification, occasion, reader, listed }: AlertToMail,
): Promise<AlertMail> {
  const { alert, caller, evaluation, words } = notification
  const unsubscribing = listed === undefined ? undefined : buildUnsubscribing(parts.publicUrl, listed)
  const isTest = occasion.kind === 'test'
  const built = await buildAlertMailOf(parts, occasion.kind === 'ended' ? 'alertEnded' : 'alertBegan', {
    reader,
    mail: {
      alert: {
        name: alert.name,
        condition: words.condition,
        threshold: words.threshold,
        filters: words.filters,
        link: words.alertLink,
      },
      figure: { name: words.name, value: words.figure, window: words.window, calls: words.calls },
      owner: { name: alert.ownerName },
      checkedAt: words.at,
      since: occasion.kind === 'ended' ? formatLocalTime(occasion.since.toISOString(), caller) : '',
      test: isTest ? `It ${evaluation.isMet ? 'would be on' : 'would not be on'} now.` : '',
      callsLink: words.callsLink,
      unsubscribeLink: unsubscribing?.link ?? '',
    },
  })
  return {
    ...built,
    // Whatever the template says: nobody is to take a test for an alert.
    subject: isTest ? `Test: ${built.subject}` : built.subject,
    recipient: reader.email ?? '',
    headers: unsubscribing?.headers ?? {},
  }
}
