/** Types of entity; each has a `.view` and an `.edit` claim, and a column in every call. */
export const entityTypes = [
  'network',
  'number',
  'location',
  'npanxx',
  'zipcode',
  'postalcode',
  'state',
  'county',
  'historicalroute',
  'dma',
  'tod',
  'rotationgroup',
] as const
export type EntityType = (typeof entityTypes)[number]

const entityClaims = entityTypes.flatMap((type) => [`${type}.view`, `${type}.edit`] as const)

/** Every right there is. An admin holds them all. */
export const claims = [
  'client.view',
  'client.edit',
  'dashboard.view',
  'masking.view',
  'reporting.view',
  'reporting.save',
  'reporting.call.details',
  'recording.unredacted',
  'call.edit',
  ...entityClaims,
] as const
export type Claim = (typeof claims)[number]

const claimSet: ReadonlySet<string> = new Set(claims)

export function isClaim(text: string): text is Claim {
  return claimSet.has(text)
}

/** A claim with the one it implies: editing implies viewing. */
export function withImplied(claim: Claim): Claim[] {
  const view = claim.replace(/\.edit$/, '.view')
  return isClaim(view) && view !== claim ? [claim, view] : [claim]
}
