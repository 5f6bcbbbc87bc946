import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { MailDelivery } from './mails.ts'
import { PersonName } from './manage-users.ts'
import { EmailAddress, UserName } from './sign-in-names.ts'
import { RoleDate } from './user-roles.ts'
import { RoleAssignment, User } from './users.ts'

/** As many entities as somebody ticks by hand; more are put into an entity group of their own. */
export const invitedEntityLimit = 200
export const invitedGroupLimit = 20

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/user/invitation',
  summary:
    'Creates a user with a role and the rows they see, and emails them a link to choose a password: all of it, or ' +
    'nothing. The entities narrow the calls of the customer; they become an entity group, or the one that has ' +
    'just these.',
  body: z.strictObject({
    email: withExample(EmailAddress, 'katherine@example.com'),
    /** To sign in by; the email address unless given. */
    userName: UserName.optional(),
    firstName: withExample(PersonName, 'Katherine').default(''),
    lastName: withExample(PersonName, 'Johnson').default(''),
    roleId: idOf('role').nullable().default(null),
    startDate: RoleDate.default(null),
    expiryDate: withExample(RoleDate, '2030-01-31').default(null),
    customerId: idOf('customer').nullable().default(null),
    entityIds: withExample(z.array(idOf('entity')).max(invitedEntityLimit), []).default([]),
    /** Whose reports they find, and whose customers' calls they see too. */
    reportGroupIds: withExample(z.array(idOf('reportGroup')).max(invitedGroupLimit), []).default([]),
  }),
  response: z.strictObject({
    user: User,
    role: RoleAssignment.nullable(),
    entityGroup: z.strictObject({ id: User.shape.id, name: z.string() }).nullable(),
    reportGroups: z.array(z.strictObject({ id: User.shape.id, name: z.string() })),
    delivery: MailDelivery,
  }),
  status: 201,
})
