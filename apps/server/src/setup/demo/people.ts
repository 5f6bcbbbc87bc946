import type { Claim } from '@callboard/contract/claims'
import { standardSets } from '@callboard/contract/reports'
import { hashPassword } from '../../access/sign-in/passwords.ts'
import { foldSignInName } from '../../access/sign-in/sign-in-name.ts'
import { hashToken, newApiKey } from '../../access/sign-in/tokens.ts'
import type { Transaction } from '../../db/tables/schema.ts'
import { type InitialSignIn, generatePassword } from '../first-start.ts'
import { insertIngestKey, insertReportGroup, insertUser } from '../store.ts'
import { type Business, businesses } from './businesses.ts'
import { insertEntityGroup, insertRole, insertRoleAssignment } from './store.ts'

const reading = [
  'dashboard.view',
  'reporting.view',
  'location.view',
  'number.view',
] as const satisfies readonly Claim[]
const analysing = [...reading, 'reporting.save', 'reporting.call.details'] as const satisfies readonly Claim[]

const roles = {
  analyst: { name: 'Analyst', description: 'Dashboard, reports and every call.', claims: analysing },
  reader: { name: 'Report reader', description: 'Dashboard and reports, no single calls.', claims: reading },
  client: { name: 'Dashboard viewer', description: 'The dashboard alone.', claims: ['dashboard.view'] },
  supervisor: {
    name: 'Supervisor',
    description: 'An analyst who edits calls and views the portal as members of the team do.',
    claims: [...analysing, 'masking.view', 'client.view', 'call.edit'],
  },
} as const satisfies Record<string, { name: string; description: string; claims: readonly Claim[] }>

type RoleName = keyof typeof roles

interface Person {
  userName: string
  firstName: string
  lastName: string
  role: RoleName
  /** Code of the business they work for; nobody's where it is absent. */
  business?: string
  isExpired?: boolean
  /** Signs in there, and has no password. */
  loginProvider?: string
  about: string
}

const people = [
  {
    userName: 'demo-analyst',
    firstName: 'Nora',
    lastName: 'Whitlock',
    role: 'analyst',
    business: 'HH',
    about: 'analyst of one customer: dashboard, reports, call details',
  },
  {
    userName: 'demo-client',
    firstName: 'Hector',
    lastName: 'Almeida',
    role: 'client',
    business: 'LD',
    about: 'client of one customer: the dashboard alone',
  },
  {
    userName: 'demo-accounts',
    firstName: 'Priya',
    lastName: 'Chandra',
    role: 'analyst',
    about: 'analyst of a group of three customers',
  },
  {
    userName: 'demo-branches',
    firstName: 'Silas',
    lastName: 'Fenwick',
    role: 'analyst',
    business: 'HH',
    about: 'analyst of one customer, two of its locations only',
  },
  {
    userName: 'demo-reader',
    firstName: 'Mei',
    lastName: 'Tanaka',
    role: 'reader',
    business: 'PC',
    about: 'reports of one customer, without call details',
  },
  {
    userName: 'demo-expired',
    firstName: 'Viktor',
    lastName: 'Kovac',
    role: 'analyst',
    business: 'HH',
    isExpired: true,
    about: 'nothing: the role ended yesterday',
  },
  {
    userName: 'demo-supervisor',
    firstName: 'Grace',
    lastName: 'Okafor',
    role: 'supervisor',
    business: 'HH',
    about: 'supervisor of one customer, may view the portal as its users',
  },
  {
    userName: 'demo-liberty',
    firstName: 'Libby',
    lastName: 'Marsh',
    role: 'analyst',
    business: 'HH',
    loginProvider: 'liberty',
    about: 'analyst of one customer, who signs in at the provider liberty',
  },
] as const satisfies readonly Person[]

type UserName = (typeof people)[number]['userName']

const groups: readonly {
  name: string
  description: string
  customers: readonly string[]
  users: readonly UserName[]
}[] = [
  {
    name: 'Harbor & Hearth team',
    description: 'Everybody who reports on Harbor & Hearth.',
    customers: ['HH'],
    users: ['demo-analyst', 'demo-branches', 'demo-expired', 'demo-supervisor', 'demo-liberty'],
  },
  {
    name: 'West accounts',
    description: 'Customers looked after together.',
    customers: ['PC', 'JL', 'PV'],
    users: ['demo-accounts'],
  },
  {
    name: 'Pacific Crest team',
    description: 'Reports for Pacific Crest.',
    customers: ['PC'],
    users: ['demo-reader'],
  },
]

const twoBranches = ['location HH-BKN', 'location HH-STM'] as const

/** Users for each kind of right, their roles and groups, and a key to send calls with. */
export async function installPeople(
  transaction: Transaction,
  { entityIds, expiredAt }: { entityIds: ReadonlyMap<string, string>; expiredAt: Date },
): Promise<InitialSignIn[]> {
  const roleIds = new Map<RoleName, string>()
  for (const name of ['analyst', 'reader', 'client', 'supervisor'] as const) {
    roleIds.set(name, await insertRole(transaction, roles[name]))
  }
  const passwords = await Promise.all(people.map(async () => await madePassword()))
  const userIds = new Map<UserName, string>()
  const signIns: InitialSignIn[] = []
  for (const [at, person] of people.entries()) {
    const { password, hash } = passwords[at] ?? (await madePassword())
    const userId = await insertUser(transaction, userOf(person, hash))
    userIds.set(person.userName, userId)
    const roleId = roleIds.get(person.role) ?? ''
    await insertRoleAssignment(transaction, {
      userId,
      roleId,
      expiresAt: 'isExpired' in person ? expiredAt : null,
    })
    if (!('loginProvider' in person))
      signIns.push({ userName: person.userName, password, about: person.about })
  }
  await installGroups(transaction, userIds)
  await insertEntityGroup(transaction, {
    name: 'Brooklyn and Stamford',
    description: 'Two branches of Harbor & Hearth.',
    entityIds: twoBranches.flatMap((key) => entityIds.get(key) ?? []),
    userIds: [...userIds].flatMap(([name, id]) => (name === 'demo-branches' ? [id] : [])),
  })
  return [...signIns, await makeKey(transaction)]
}

async function madePassword(): Promise<{ password: string; hash: string }> {
  const password = generatePassword()
  return { password, hash: await hashPassword(password) }
}

function userOf(person: Person, passwordHash: string) {
  const { userName, firstName, lastName } = person
  const business = person.business === undefined ? undefined : businessOf(person.business)
  const email = `${firstName}.${lastName}@${business?.site ?? 'example.com'}`.toLowerCase()
  return {
    userName,
    email,
    firstName,
    lastName,
    passwordHash: person.loginProvider === undefined ? passwordHash : null,
    ...(person.loginProvider !== undefined && { loginProvider: person.loginProvider }),
    isAdmin: false,
    ...(business !== undefined && { customerId: business.customerId, timeZone: business.timeZone }),
    signInNames: [foldSignInName(userName), foldSignInName(email)],
  }
}

async function installGroups(
  transaction: Transaction,
  userIds: ReadonlyMap<UserName, string>,
): Promise<void> {
  for (const { name, description, customers, users } of groups) {
    await insertReportGroup(transaction, {
      name,
      description,
      setIds: Object.values(standardSets),
      userIds: users.flatMap((user) => userIds.get(user) ?? []),
      customerIds: customers.map((code) => businessOf(code).customerId),
    })
  }
}

async function makeKey(transaction: Transaction): Promise<InitialSignIn> {
  const { customerId, name } = businessOf('HH')
  const secret = newApiKey()
  await insertIngestKey(transaction, {
    name: `${name}: telephone system`,
    customerId,
    secretHash: hashToken(secret),
  })
  return { userName: 'API key', password: secret, about: `sends calls of ${name} to /api/calls` }
}

function businessOf(code: string): Business {
  const business = businesses.find((one) => one.code === code)
  if (business === undefined) throw new Error(`no business ${code}`)
  return business
}
