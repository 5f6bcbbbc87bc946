import { fieldOf } from './field-declaration.ts'

const integer = fieldOf('integer')

/** What the clock of a zone showed when a call started. */
export const clockFields = {
  dayOfWeek: integer('Weekday', 'Day of the week on which the call started, 1 for Monday.', {
    only: 'asked',
    column: null,
    isKnown: true,
    scaleSize: 7,
    uses: ['filter', 'group'],
  }),
  hourOfDay: integer('Hour of day', 'Hour in which the call started, 0 to 23.', {
    only: 'asked',
    column: null,
    isKnown: true,
    scaleSize: 24,
    uses: ['filter', 'group'],
  }),
  dayPart: integer(
    'Part of the day',
    'Part of the day in which the call started, by its first hour: 0 night, 6 morning, 12 afternoon, 18 evening.',
    { only: 'asked', column: null, isKnown: true, scaleSize: 4, uses: ['filter', 'group'] },
  ),
} as const
