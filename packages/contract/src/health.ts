import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the process is alive.',
  response: z.strictObject({ status: z.literal('ok') }),
  effect: 'read',
})

export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether both stores answer; 503 otherwise.',
  response: z.strictObject({ status: z.literal('ready') }),
  effect: 'read',
})
