import { createHmac } from 'node:crypto'
import type { SourceEvent, WebhookRequest } from '#server/features/sources/adapter.ts'
import { eventsOfCallback, readCallback } from '#server/features/sources/twilio/callback-body.ts'

export const accountSid = 'AC00000000000000000000000000000001'
export const authToken = '0123456789abcdef0123456789abcdef'
const callbackUrl = 'https://calls.example.com/api/in/01a2b3c4-0000-4000-8000-000000000001'

/** The signature of a form, by the words of the provider’s documentation. */
export function signForm(url: string, form: string, key = authToken): string {
  const fields = [...new URLSearchParams(form)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => name + value)
  return createHmac('sha1', key)
    .update(url + fields.join(''))
    .digest('base64')
}

/** A signed call-back as the portal hands it to an adapter. */
export function formRequest(form: string, given: Partial<WebhookRequest> = {}): WebhookRequest {
  const url = given.url ?? callbackUrl
  return {
    url,
    headers: { 'x-twilio-signature': signForm(url, form) },
    contentType: 'application/x-www-form-urlencoded',
    body: Buffer.from(form),
    about: 'call',
    ...given,
  }
}

export function formOf(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams({ ApiVersion: '2010-04-01', AccountSid: accountSid, ...fields }).toString()
}

/** The events of a call-back with these fields. */
export function callbackEvents(fields: Readonly<Record<string, string>>): SourceEvent[] {
  return eventsOfCallback(readCallback(formRequest(formOf(fields))))
}
