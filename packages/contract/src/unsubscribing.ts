import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'

const UnsubscribeToken = z.strictObject({ token: withExample(z.string().max(200), 'token-of-a-mail') })

export const getUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe/{token}',
  summary:
    'What the link of an email unsubscribes from; without a sign-in. Changes nothing, as programs follow links.',
  params: UnsubscribeToken,
  response: z.strictObject({
    /** What sends the mails. */
    of: z.enum(['subscription', 'alert']),
    name: z.string(),
    isUnsubscribed: z.boolean(),
  }),
})

export const unsubscribeByLink = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/{token}',
  summary:
    'Unsubscribes whoever got the email; without a sign-in. Mail programs post `List-Unsubscribe=One-Click` as a form (RFC 8058).',
  params: UnsubscribeToken,
  body: z.union([z.strictObject({}), z.instanceof(Uint8Array)]),
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  contents: {
    'application/json': z.strictObject({}),
    'application/x-www-form-urlencoded': withExample(z.string(), 'List-Unsubscribe=One-Click'),
  },
})
