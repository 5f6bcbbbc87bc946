import { nextRuns, type Schedule } from '@callboard/contract/schedule'

/** Null when no more will come. */
export function nextRunOf(schedule: Schedule, after = new Date()): Date | null {
  const [next] = nextRuns(schedule, after.toISOString(), 1)
  return next === undefined ? null : new Date(next)
}
