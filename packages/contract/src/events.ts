import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { QueryFlag } from './paging.ts'

export const liveEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary:
    'Server-sent events: `call` for each call that comes in or changes and that the user may see; `callBack`, with the customer, when somebody takes, closes or puts off a missed caller, or a reminder of one comes due, of a customer whose calls the user may see; asked for it, `live` for the calls in progress. Ends within a second of losing the right.',
  query: z.strictObject({
    live: QueryFlag.default(false).describe(
      'Also `live`: first all calls in progress that the user may see, as `GET /api/live` tells them, then what changes of them.',
    ),
  }),
  response: 'events',
})
