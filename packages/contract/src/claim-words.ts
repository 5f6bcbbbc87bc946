import { type Claim, entityTypes, type EntityType } from './claims.ts'

/** The name of each entity type. */
export const entityTypeNames = {
  network: 'Networks',
  number: 'Tracking numbers',
  location: 'Locations',
  npanxx: 'NPA-NXX exchanges',
  zipcode: 'ZIP codes',
  postalcode: 'Postal codes',
  state: 'States and provinces',
  county: 'Counties',
  historicalroute: 'Historical routes',
  dma: 'DMAs',
  tod: 'Time-of-day rules',
  rotationgroup: 'Rotation groups',
} as const satisfies Record<EntityType, string>

interface ClaimWords {
  claim: Claim
  /** What it allows, for whoever grants it. */
  words: string
}

export interface ClaimGroup {
  name: string
  claims: readonly ClaimWords[]
}

/** Every claim in plain words, grouped as they are chosen. */
export const claimGroups: readonly ClaimGroup[] = [
  {
    name: 'Reports and calls',
    claims: [
      { claim: 'dashboard.view', words: 'Open the dashboard' },
      { claim: 'reporting.view', words: 'Run and export the reports of their groups' },
      { claim: 'reporting.save', words: 'Build and save reports, and subscribe to them' },
      {
        claim: 'reporting.call.details',
        words: 'See single calls with the caller’s number, and hear redacted recordings',
      },
      { claim: 'call.edit', words: 'Change notes, tags, lead status, score and value of calls' },
      { claim: 'recording.unredacted', words: 'Hear recordings as they were, without redaction' },
    ],
  },
  {
    name: 'People',
    claims: [{ claim: 'masking.view', words: 'View the portal as another user of their customers' }],
  },
  {
    name: 'Customers',
    claims: [
      { claim: 'client.view', words: 'See their customers' },
      { claim: 'client.edit', words: 'Change their customers' },
    ],
  },
  {
    name: 'Entities',
    claims: entityTypes.flatMap((type) => [
      { claim: `${type}.view` as const, words: `${entityTypeNames[type]}: see` },
      { claim: `${type}.edit` as const, words: `${entityTypeNames[type]}: add and change` },
    ]),
  },
]

const claimWords: ReadonlyMap<string, string> = new Map(
  claimGroups.flatMap(({ claims }) => claims.map(({ claim, words }) => [claim, words] as const)),
)

/** What a right allows; any other text, as a right that the portal does not know, stands as it is. */
export function wordsOfRight(right: string): string {
  return claimWords.get(right) ?? right
}

/** The same to the one who has the right: `See your customers`. */
export function wordsOfOwnRight(right: string): string {
  return wordsOfRight(right).replace(/\btheir\b/, 'your')
}
