import type { Config } from '../../config.ts'
import { readSettings } from '../../db/settings.ts'
import { StartError } from '../../lib/files/data-dir.ts'
import { readBackupKey } from './backup-key.ts'
import type { Backups } from './backups.ts'

interface BackingUpDaily {
  backups: Backups
  db: Parameters<typeof readSettings>[0]
  config: Config
  closing: AbortSignal
}

/** Makes the backup of the day when it is time for it and there is none yet. */
export async function backUpDaily(parts: BackingUpDaily, now = Temporal.Now.instant()): Promise<void> {
  const { backups, db, config, closing } = parts
  const { backupTime, keptBackupDays, defaultTimeZone } = await readSettings(db)
  if (backupTime === 'off' || config.backups === undefined) return
  const { made } = await backups.state.read()
  if (!isDue({ time: backupTime, timeZone: defaultTimeZone, last: made?.at }, now)) return
  await backups.create({
    place: config.backups,
    key: await keyOf(config),
    keepDays: keptBackupDays,
    signal: closing,
  })
}

/** Whether the time of the day has come and the last backup was before it. */
export function isDue(
  { time, timeZone, last }: { time: string; timeZone: string; last: string | undefined },
  now: Temporal.Instant,
): boolean {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const due = today.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).toInstant()
  if (Temporal.Instant.compare(now, due) < 0) return false
  return last === undefined || Temporal.Instant.compare(Temporal.Instant.from(last), due) < 0
}

/** Throws a StartError that names the file. */
export async function keyOf({ backupKeyFile: path }: Pick<Config, 'backupKeyFile'>) {
  return await readBackupKey(path).catch((cause: unknown) => {
    const why = cause instanceof RangeError ? cause.message : 'cannot be read'
    throw new StartError(`The key of the backups, ${path}, ${why}.`, { cause })
  })
}
