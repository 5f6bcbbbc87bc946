import {
  deleteUser,
  getMe,
  getPortalUser,
  getUser,
  restoreUser,
  searchPortalUsers,
  setAccountStatus,
  setPassword,
  updateUser,
} from '@callboard/contract/users'
import { route, type Routing } from '../../http/route.ts'
import { notFound } from '../../lib/app-error.ts'
import { changeStatus } from './account-status.ts'
import { changePassword } from './password.ts'
import { changeProfile, describeMe, describeUser, searchPortalUsers as findPortalUsers } from './users.ts'

/** Whom the portal may be viewed as, or a report be sent to: asked by whoever signed in, masked or not. */
const choosing = { access: { anyOf: ['masking.view', 'reporting.save'] }, ignoresMask: true } as const

export function userRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, getMe, {
    access: 'signedIn',
    withoutTwoFactor: true,
    handler: async ({ caller }) => await describeMe(db, caller),
  })

  route(routing, searchPortalUsers, {
    ...choosing,
    handler: async ({ caller, query }) => await findPortalUsers(db, caller, query),
  })

  route(routing, getPortalUser, {
    ...choosing,
    handler: async ({ caller, params }) => {
      const [user] = await findPortalUsers(db, caller, params)
      if (user === undefined) throw notFound()
      return user
    },
  })

  route(routing, getUser, {
    access: 'signedIn',
    withoutTwoFactor: true,
    handler: async ({ caller, params }) => await describeUser(db, caller, params.id),
  })

  route(routing, updateUser, {
    access: 'signedIn',
    handler: async ({ caller, params, body }) => {
      const { firstName, lastName, phone, timeZone, revision } = body
      const values = {
        ...(firstName === undefined ? {} : { first_name: firstName }),
        ...(lastName === undefined ? {} : { last_name: lastName }),
        ...(phone === undefined ? {} : { phone: phone === '' ? null : phone }),
        ...(timeZone === undefined ? {} : { time_zone: timeZone }),
      }
      return await changeProfile(db, caller, { id: params.id, values, revision })
    },
  })

  route(routing, setPassword, {
    access: 'signedIn',
    handler: async ({ caller, params, body, request }) => {
      const { password, currentPassword } = body
      await changePassword(db, caller, { id: params.id, password, currentPassword, address: request.ip })
      return undefined
    },
  })

  accountRoutes(routing)
}

function accountRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, setAccountStatus, {
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
