import { formatBytes } from '@callboard/contract/format'
import { formatWait } from '@callboard/contract/format-wait'
import type { Config } from '../../config.ts'
import { readSettings } from '../../db/settings.ts'
import type { Db } from '../../db/tables/schema.ts'
import { type Finding, type HealthCheck, ok } from '../../lib/health-check.ts'
import type { Metric } from '../../lib/metric.ts'
import type { Backups } from './backups.ts'

interface Watched {
  backups: Backups
  db: Db
  config: Config
}

const hourMs = 3_600_000
/** A daily backup may take a while, and the day on which clocks change has 25 hours. */
const lateHours = 27
const oldHours = 7 * 24
const howTo = 'The guide for operators says how.'

export function backupMetrics({ backups }: Pick<Watched, 'backups'>): Metric[] {
  return [
    {
      name: 'backup_timestamp_seconds',
      help: 'When the last backup was made; 0 before the first one.',
      async read() {
        const { made } = await backups.state.read()
        return made === undefined ? 0 : Date.parse(made.at) / 1000
      },
    },
  ]
}

export function backupCheck(watched: Watched): HealthCheck {
  return { key: 'backups', title: 'Backups', read: async () => await findBackups(watched) }
}

async function findBackups({ backups, db, config }: Watched): Promise<Finding> {
  if (backups.refusal !== undefined) return ok(backups.refusal)
  const { made, failed } = await backups.state.read()
  const { backupTime } = await readSettings(db)
  if (failed !== undefined) {
    const message = `The last backup could not be made: ${failed.reason}`
    return { state: 'problem', message, action: 'Mend it. It is tried again within minutes.' }
  }
  if (backupTime !== 'off' && config.backups === undefined) {
    const message = 'A daily backup is set, but no place for it.'
    return { state: 'problem', message, action: 'The operator names it: BACKUPS_URL.' }
  }
  if (made === undefined) return { state: 'notice', message: 'No backup has been made yet.', action: howTo }
  const hours = (Date.now() - Date.parse(made.at)) / hourMs
  const message = `The last backup was made ${formatWait(hours * 3600)} ago: ${formatBytes(made.bytes)}, of which ${formatBytes(made.written)} were new.`
  if (backupTime !== 'off' && hours > lateHours)
    return { state: 'problem', message, action: 'The log of the portal says why there is no newer one.' }
  return hours > oldHours ? { state: 'notice', message, action: howTo } : ok(message)
}
