import { z } from 'zod'
import { CallProblem } from './call-problems.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './scalars.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  summary:
    'Whether the process is alive, which version it is of, and by which release of the time zone database it computes hours.',
  response: z.strictObject({
    status: z.literal('ok'),
    version: z.string(),
    /** Of the source; null where it is not known. */
    commit: z.string().nullable(),
    timeZoneData: z.string(),
  }),
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
  calledBy: 'programs',
})

/** From what is in order to what has to be mended now. */
export const healthStates = ['ok', 'notice', 'problem'] as const
export type HealthState = (typeof healthStates)[number]

export const HealthCheck = z.strictObject({
  /** Stays the same from version to version. */
  key: z.string(),
  title: z.string(),
  state: z.enum(healthStates),
  /** What was found, in a sentence. */
  message: z.string(),
  /** What to do about it; null where there is nothing to be done. */
  action: z.string().nullable(),
  /** The page of the portal on which that is done; null where it is done elsewhere. */
  page: z.string().nullable(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

export const getHealthChecks = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'How the parts of the portal do, in words, and what to do about what is wrong.',
  response: z.strictObject({
    version: z.string(),
    commit: z.string().nullable(),
    nodeVersion: z.string(),
    timeZoneData: z.string(),
    /** When this process started. */
    startedAt: Instant,
    checks: z.array(HealthCheck),
  }),
})
