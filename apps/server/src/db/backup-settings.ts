import { z } from 'zod'
import { type DeclaredSetting, whole } from './setting-declaration.ts'

const backupTimes = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** When backups are made, and for how long they stay. */
export const backupSettings = {
  backupTime: {
    type: 'choice',
    group: 'Backups',
    label: 'Daily backup',
    description:
      'A backup is made every day at this time, in the portal’s time zone, at the place that its operator has chosen (BACKUPS_URL).',
    choices: [{ value: 'off', label: 'Off' }, ...backupTimes.map((value) => ({ value, label: value }))],
    schema: z.enum(['off', ...backupTimes]).default('off'),
  },
  keptBackupDays: {
    type: 'days',
    group: 'Backups',
    label: 'Keep backups for',
    description: 'Older ones are deleted after each daily backup. The newest one stays.',
    only: { key: 'backupTime', values: [...backupTimes] },
    schema: whole('days', 1, 3650).default(14),
  },
} as const satisfies Record<string, DeclaredSetting>
