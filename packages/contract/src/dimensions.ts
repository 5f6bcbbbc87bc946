import { fields } from './call-fields.ts'
import { type DeclaredDimension, dimensionNames } from './field-names.ts'

interface DimensionWords {
  readonly label: string
  /** In one sentence. */
  readonly meaning: string
}

/** What a dimension is called and means. */
export function dimensionOf(name: DeclaredDimension): DimensionWords {
  return name === 'time' ? time : fields[name]
}

/** The one dimension that is no field: buckets of the start of the call. */
const time = { label: 'Time', meaning: 'When the call started: by hour, day, week, month, quarter or year.' }

const grouped = [
  { label: 'When', names: ['time', 'hourOfDay', 'dayPart', 'dayOfWeek'] },
  {
    label: 'Outcome',
    names: [
      'status',
      'direction',
      'answered',
      'firstTime',
      'agent',
      'hangupBy',
      'hangupCause',
      'hangupReason',
      'codec',
      'hasRecording',
      'recordingSound',
      'tag',
    ],
  },
  {
    label: 'Where it went',
    names: [
      'location',
      'customer',
      'trackingNumber',
      'number',
      'targetNumber',
      'network',
      'historicalroute',
      'rotationgroup',
      'tod',
    ],
  },
  { label: 'Marketing', names: ['source', 'medium', 'campaign', 'keyword', 'content', 'device'] },
] as const satisfies readonly { label: string; names: readonly DeclaredDimension[] }[]

const named: ReadonlySet<DeclaredDimension> = new Set(grouped.flatMap(({ names }) => names))

/** The dimensions as people look for them; what no other group names tells of the caller. */
export const dimensionGroups: readonly { label: string; names: readonly DeclaredDimension[] }[] = [
  ...grouped,
  { label: 'Who called', names: dimensionNames.filter((name) => !named.has(name)) },
]
