import { getMe } from '@callboard/contract/users'
import { route, type Routing } from '../../http/route.ts'
import { describeUser } from './users.ts'

export function userRoutes(routing: Routing): void {
  route(routing, getMe, {
    access: 'signedIn',
    handler: async ({ caller }) => await describeUser(routing.db, caller.userId),
  })
}
