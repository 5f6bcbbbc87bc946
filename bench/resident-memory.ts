import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

const sampledMs = 250

/** Of a server, in MB; undefined if the system does not report it. */
export interface ResidentMemory {
  residentBeforeMb: number | undefined
  /** When a quarter of its work was done, half, … */
  residentAtMb: (number | undefined)[]
  residentPeakMb: number | undefined
}

/** Looks at the memory of a server until so much is done. */
export function watchMemory(
  server: ServerProcess,
  { count, countDone }: { count: number; countDone: () => number | Promise<number> },
): { seen: ResidentMemory; ended: Promise<void> } {
  const residentBeforeMb = server.residentMb()
  const seen: ResidentMemory = { residentBeforeMb, residentAtMb: [], residentPeakMb: residentBeforeMb }
  const watch = async () => {
    for (let done = 0; done < count;) {
      await sleep(sampledMs)
      done = await countDone()
      const resident = server.residentMb()
      seen.residentPeakMb = Math.max(seen.residentPeakMb ?? 0, resident ?? 0)
      while (seen.residentAtMb.length < Math.floor((4 * done) / count)) seen.residentAtMb.push(resident)
    }
  }
  return { seen, ended: watch() }
}

/** Whether more work took no more memory: at most a quarter more than when a quarter of it was done. */
export function isFlat({ residentAtMb: [early], residentPeakMb: peak }: ResidentMemory): boolean {
  return early === undefined || peak === undefined || peak <= 1.25 * early
}
