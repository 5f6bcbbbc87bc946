import type { EntityType } from '@callboard/contract/claims'

/** One entity of each type, as in `Add Location`. */
export const entityNouns = {
  network: 'Network',
  number: 'Tracking Number',
  location: 'Location',
  npanxx: 'NPA-NXX Exchange',
  zipcode: 'ZIP Code',
  postalcode: 'Postal Code',
  state: 'State',
  county: 'County',
  historicalroute: 'Historical Route',
  dma: 'DMA',
  tod: 'Time-of-Day Rule',
  rotationgroup: 'Rotation Group',
} as const satisfies Record<EntityType, string>

/** What entities of each type are. */
export const entityMeanings = {
  network: 'Carriers and networks that deliver calls',
  number: 'Numbers that callers dial',
  location: 'Stores, branches and offices that are called',
  npanxx: 'Exchanges of callers',
  zipcode: 'US postal areas of callers',
  postalcode: 'Canadian postal areas of callers',
  state: 'States and provinces of callers',
  county: 'US counties of callers',
  historicalroute: 'Versions of routing rules that were active',
  dma: 'Markets from the source or a list of your own',
  tod: 'Rules that apply by time of day',
  rotationgroup: 'Targets that share calls in turn',
} as const satisfies Record<EntityType, string>

/** What a code of each type looks like. */
export const codeHints = {
  network: 'A short name.',
  number: 'A phone number such as (415) 555-0123. It is saved as +14155550123.',
  location: 'The customer’s own code for it.',
  npanxx: 'Six digits, such as 415555.',
  zipcode: 'Five digits, such as 94107.',
  postalcode: 'Such as K1A 0B1.',
  state: 'Such as US-CA or CA-ON.',
  county: 'A five-digit FIPS code, such as 06075.',
  historicalroute: 'Code and version of the rule, such as DAY-2.',
  dma: 'As spelled by the source of the calls.',
  tod: 'As spelled by the source of the calls.',
  rotationgroup: 'As spelled by the source of the calls.',
} as const satisfies Record<EntityType, string>
