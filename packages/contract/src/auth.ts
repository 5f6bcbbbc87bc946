import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Session } from './users.ts'

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Signs in by user name or e-mail address and password.',
  body: z.strictObject({
    userName: z.string().trim().min(1).max(200),
    password: z.string().min(1).max(200),
    /** Second factor, where the user has one. */
    code: z.string().max(32).optional(),
  }),
  response: Session,
  effect: 'change',
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Ends the session; its token is dead at once.',
  response: 'noContent',
  effect: 'change',
})
