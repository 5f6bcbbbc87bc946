import { createUser, inviteUser, listAllUsers, listUsers } from '@callboard/contract/manage-users'
import { deleteUser, restoreUser, updateAccountStatus } from '@callboard/contract/users'
import type { LinkParts } from '../../access/one-time-links.ts'
import { askedByQuery, mapItems } from '../../db/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import { changeStatus } from './account-status.ts'
import { inviteAgain } from './invitations.ts'
import { listActiveUserRows, listUserRows } from './list-store.ts'
import { makeUser } from './manage-users.ts'
import { listedUserOf, portalUserOf } from './user-record.ts'

export type InvitationParts = Pick<LinkParts, 'mailer' | 'publicUrl'>

/** What administrators do with the accounts of others. */
export function manageUserRoutes(routing: Routing, invitations: InvitationParts): void {
  const { db } = routing
  const links = { ...invitations, db }

  route(routing, listUsers, {
    access: 'admin',
    handler: async ({ query }) => {
      const asked = askedByQuery(query)
      return mapItems(await listUserRows(db, asked), listedUserOf)
    },
  })

  route(routing, listAllUsers, {
    access: 'admin',
    handler: async () => (await listActiveUserRows(db)).map(portalUserOf),
  })

  route(routing, createUser, {
    access: 'admin',
    handler: async ({ caller, body }) => await makeUser(links, caller, body),
  })

  route(routing, inviteUser, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await inviteAgain(links, caller, params.id)
      return undefined
    },
  })

  route(routing, updateAccountStatus, {
    access: 'admin',
    handler: async ({ caller, params: { id, status } }) =>
      await changeStatus(db, caller, { id, status: { is_active: status === 'active' } }),
  })

  route(routing, deleteUser, {
    access: 'admin',
    handler: async ({ caller, params: { id } }) => {
      await changeStatus(db, caller, { id, status: { is_deleted: true } })
      return undefined
    },
  })

  route(routing, restoreUser, {
    access: 'admin',
    handler: async ({ caller, params: { id } }) =>
      await changeStatus(db, caller, { id, status: { is_deleted: false } }),
  })
}
