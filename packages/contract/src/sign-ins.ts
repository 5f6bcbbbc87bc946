import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Keyword, keysetPageOf, keysetPageSizeLimit } from './paging.ts'
import { DayOrInstant, Period } from './period.ts'
import { Guid, Instant, TimeZone } from './scalars.ts'

/** What is put on record of sign-ins, in the order in which a filter offers it. */
export const signInKinds = {
  signedIn: { label: 'Signed in', isError: false },
  signedOut: { label: 'Signed out', isError: false },
  wrongPassword: { label: 'Wrong password', isError: true },
  wrongCode: { label: 'Wrong second factor', isError: true },
  signOnFailed: { label: 'Single sign-on failed', isError: true },
  locked: { label: 'Locked for a minute', isError: true },
  sessionEnded: { label: 'Session ended', isError: false },
  passwordSet: { label: 'Password set', isError: false },
  keyFirstUsed: { label: 'API key used for the first time', isError: false },
} as const satisfies Record<string, { label: string; isError: boolean }>

export type SignInKind = keyof typeof signInKinds

export const signInKindNames: readonly SignInKind[] = Object.keys(signInKinds).filter(isSignInKind)

function isSignInKind(name: string): name is SignInKind {
  return Object.hasOwn(signInKinds, name)
}

/** What a user proved at a sign-in, beside the password where it is a second factor. */
export const signInProofs = ['password', 'app', 'recoveryCode', 'provider'] as const
export type SignInProof = (typeof signInProofs)[number]

export const SignInRecord = z.strictObject({
  id: Guid,
  kind: z.enum(signInKindNames),
  /** The last time, of failures that are counted together. */
  at: Instant,
  firstAt: Instant,
  /** Failures of one kind for one account from one address are one record an hour, with their count. */
  times: z.int(),
  /** Whose account; null for a name that nobody has, and for an API key. */
  userId: Guid.nullable(),
  userName: z.string().nullable(),
  fullName: z.string().nullable(),
  /** Who did it, where it was not the user; a name without an id is the portal itself, as by a command. */
  byUserId: Guid.nullable(),
  byUserName: z.string().nullable(),
  /** As it is now; the user name of those who are gone, and of those without. */
  byFullName: z.string().nullable(),
  apiKeyId: Guid.nullable(),
  apiKeyName: z.string().nullable(),
  proof: z.enum(signInProofs).nullable(),
  /** Network address and user agent; of a session that was ended, those with which it began. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export type SignInRecord = z.infer<typeof SignInRecord>

const search = {
  kinds: z.array(z.enum(signInKindNames)).min(1).max(signInKindNames.length).optional(),
  /** From, inclusive, and to, exclusive: days or instants, one of them or both; or a period by name. */
  from: DayOrInstant.optional(),
  to: DayOrInstant.optional(),
  period: Period.optional(),
  /** In which days are read; the caller's own unless given. */
  timeZone: TimeZone.optional(),
  cursor: z.string().max(500).optional(),
  pageSize: z.int().min(1).max(keysetPageSizeLimit).default(50),
  withTotal: z.boolean().default(false),
}

export const searchSignIns = endpoint({
  method: 'POST',
  path: '/api/signin/search',
  summary: 'Sign-ins, failed ones, sessions that ended and first uses of API keys, the newest first.',
  body: z.strictObject({
    ...search,
    userId: Guid.optional(),
    /** In the names of the user or of the key, in the email address, or in the network address. */
    keyword: Keyword.optional(),
  }),
  response: keysetPageOf(SignInRecord),
  effect: 'read',
})

export const searchOwnSignIns = endpoint({
  method: 'POST',
  path: '/api/user/me/signin/search',
  summary: "One's own sign-ins, failed ones and sessions that ended, the newest first.",
  body: z.strictObject(search),
  response: keysetPageOf(SignInRecord),
  effect: 'read',
})
