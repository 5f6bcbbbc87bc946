import { login, logout } from '@callboard/contract/auth'
import { route, type Routing } from '../../http/route.ts'
import { describeUser } from '../users/users.ts'
import { signIn, signOut } from './auth.ts'

export function authRoutes(routing: Routing): void {
  const { db } = routing
  route(routing, login, {
    access: 'public',
    handler: async ({ body, request }) => {
      const { userId, token } = await signIn(db, {
        ...body,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? null,
      })
      return { ...(await describeUser(db, userId)), token }
    },
  })

  route(routing, logout, {
    access: 'signedIn',
    handler: async ({ caller }) => {
      await signOut(db, caller.sessionId)
      return undefined
    },
  })
}
