import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What an administrator looks at first. */
export const Overview = z.strictObject({
  users: z.strictObject({
    active: z.int(),
    /** Invited or made, and never signed in since. */
    neverSignedIn: z.int(),
    signedInToday: z.int(),
  }),
  roles: z.int(),
  customers: z.int(),
  entities: z.int(),
  entityGroups: z.int(),
  apiKeys: z.int(),
  mails: z.strictObject({ waiting: z.int(), failed: z.int() }),
  /** Background jobs that failed for good, by what they do. */
  failedJobs: z.array(z.strictObject({ name: z.string(), count: z.int() })),
  /** Rows of calls that were refused and wait for somebody to mend them. */
  quarantined: z.int(),
})
export type Overview = z.infer<typeof Overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/overview',
  summary: 'Counts of what is managed, and what failed.',
  response: Overview,
  effect: 'read',
})
