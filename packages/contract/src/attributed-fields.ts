/** What a tracking number can stand for: fields of a call that it fills where its source does not say them. */
export const attributedFields = [
  'source',
  'medium',
  'campaign',
  'keyword',
  'location',
  'rotationgroup',
  'network',
  'targetNumber',
] as const
export type AttributedField = (typeof attributedFields)[number]

/** Those that tell which marketing brought a call. */
export const marketingFields = [
  'source',
  'medium',
  'campaign',
  'keyword',
] as const satisfies AttributedField[]

/** A fact of the call, which what a number stands for only fills in, whatever the source of the call is set to. */
export const factField = 'targetNumber' satisfies AttributedField
