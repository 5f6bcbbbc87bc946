import { z } from 'zod'
import { CallProblem } from './call-problems.ts'
import { endpoint } from './endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the process is alive, and by which release of the time zone database it computes hours.',
  response: z.strictObject({ status: z.literal('ok'), timeZoneData: z.string() }),
  effect: 'read',
  calledBy: 'programs',
})

export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary:
    'Whether both stores answer and all calls can be read; 503 otherwise. `writesCalls`: whether this process does; `problems`: why no calls are accepted.',
  response: z.strictObject({
    status: z.literal('ready'),
    /** Of several processes one takes in calls and edits of them; the others answer those with 503. */
    writesCalls: z.boolean(),
    /** Of the store of calls, also those that ended within a day. */
    problems: z.array(CallProblem),
  }),
  effect: 'read',
  calledBy: 'programs',
})
