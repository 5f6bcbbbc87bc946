import { endpoint } from './endpoint.ts'

export const liveEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary:
    'Server-sent events: `call` for each call that comes in or changes and that the user may see; `callBack`, with the customer, when somebody takes, closes or puts off a missed caller, or a reminder of one comes due, of a customer whose calls the user may see. Ends within a second of losing the right.',
  response: 'events',
  effect: 'read',
})
