import { day, type DeclaredSetting, hours, whole } from './setting-declaration.ts'

/** By which calls are classified, and for how long they wait. */
export const callSettings = {
  returnedWithinHours: {
    type: 'hours',
    group: 'Calls',
    label: 'Missed call returned within',
    description:
      'A missed call counts as returned if someone reached the caller within this time. Changing it recalculates all calls in the background.',
    schema: hours(0.25, 31 * day).default(24),
  },
  unendedCallHours: {
    type: 'hours',
    group: 'Calls',
    label: 'Close calls without an end after',
    description:
      'A call in progress of which nothing was heard for this time is closed: answered if someone had answered, otherwise missed. It is marked "End unknown" and has no duration.',
    schema: hours(0.25, 7 * day).default(4),
  },
  silentNumberDays: {
    type: 'days',
    group: 'Calls',
    label: 'Report tracking numbers without calls after',
    description:
      'The start page of the administration names numbers that stand for something and had no call in this time.',
    schema: whole('days', 1, 365).default(30),
  },
  callBackTakenMinutes: {
    type: 'minutes',
    group: 'Calls',
    label: 'Hold callers taken for a call back for',
    description:
      'Under Call Back, a caller taken by one user cannot be taken by others until the call back is done or this time has passed.',
    schema: whole('minutes', 1, 24 * 60).default(30),
  },
} as const satisfies Record<string, DeclaredSetting>
