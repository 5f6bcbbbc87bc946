import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the process is alive, and by which release of the time zone database it tells hours.',
  response: z.strictObject({ status: z.literal('ok'), timeZoneData: z.string() }),
  effect: 'read',
  calledBy: 'programs',
})

export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether both stores answer; 503 otherwise.',
  response: z.strictObject({ status: z.literal('ready') }),
  effect: 'read',
  calledBy: 'programs',
})
