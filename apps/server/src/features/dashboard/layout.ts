import {
  builtInPartNames,
  builtInParts,
  DashboardLayout,
  type DashboardPart,
  dashboardTiles,
  partKey,
  type PartProblem,
  partProblems,
  partsOfCalls,
  type ShownPart,
} from '@callboard/contract/dashboard'
import { z } from 'zod'
import { type Caller, holds } from '../../access/callers/caller.ts'
import { requireCallerFields } from '../../access/rows/scope.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { getRunnableReport } from '../reports/library/reports.ts'
import { getSavedRun } from '../reports/saved/saved-reports.ts'

/** A layout as it is kept. */
export const KeptLayout = z.strictObject({
  ...DashboardLayout.shape,
  /** What reports and saved reports were called when they were put there, by their ids. */
  names: z.record(z.string(), z.string()),
  /** Of a role. */
  order: z.int().optional(),
})
export type KeptLayout = z.infer<typeof KeptLayout>

/** What every portal has. */
export const standardLayout: KeptLayout = {
  tiles: dashboardTiles,
  parts: builtInPartNames.map((name) => ({ type: 'builtIn', name, width: builtInParts[name].width })),
  names: {},
}

/** Undefined where there is none, or where another version of the portal wrote one that this one cannot read. */
export function readLayout(stored: unknown): KeptLayout | undefined {
  return KeptLayout.safeParse(stored).data
}

/** The parts as the caller finds them, with why one shows no figures. */
async function describeParts(db: Db, caller: Caller, parts: readonly DashboardPart[]): Promise<ShownPart[]> {
  const shown: ShownPart[] = []
  for (const part of parts) shown.push(await describePart(db, caller, part))
  return shown
}

async function describePart(db: Db, caller: Caller, part: DashboardPart): Promise<ShownPart> {
  if (part.type === 'builtIn') return mayShow(caller, part) ? part : { ...part, problem: 'forbidden' }
  try {
    const report =
      part.type === 'report'
        ? await getRunnableReport(db, caller, part.id)
        : (await getSavedRun(db, caller, { id: part.id, parameters: {} })).report
    // All that such a report tells is of single calls.
    if (report.kind === 'details') requireCallerFields(caller, ['callerNumber'])
    return { ...part, name: report.name }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    return { ...part, name: null, problem }
  }
}

/** The portal's own parts show figures to everybody; only some of them show calls. */
export function mayShow(caller: Caller, part: DashboardPart): boolean {
  return part.type !== 'builtIn' || !partsOfCalls.has(part.name) || holds(caller, 'reporting.call.details')
}

function problemOf(error: unknown): PartProblem | undefined {
  return error instanceof AppError ? partProblems.find((code) => code === error.code) : undefined
}

/**
 * A layout to be kept in the place of another one. What the caller does not find can stay, but is not put there: throws
 * `invalid` with the place of the part.
 */
export async function buildLayout(
  { db, caller, before }: { db: Db; caller: Caller; before: KeptLayout },
  { tiles, parts }: DashboardLayout,
): Promise<KeptLayout> {
  const known = new Set(before.parts.map(partKey))
  const names: Record<string, string> = {}
  for (const [at, part] of (await describeParts(db, caller, parts)).entries()) {
    if (part.problem !== undefined && !known.has(partKey(part)))
      throw new AppError('invalid', 'You have no reports to choose from.', { field: `parts.${at}` })
    if (part.type === 'builtIn') continue
    const name = part.name ?? before.names[part.id]
    if (name !== undefined) names[part.id] = name
  }
  return { tiles, parts, names }
}

/** As `describeParts`, with the names that are kept for what is not found any more. */
export async function describeLayout(db: Db, caller: Caller, { tiles, parts, names }: KeptLayout) {
  const shown = await describeParts(db, caller, parts)
  return {
    tiles,
    parts: shown.map((part) =>
      part.type === 'builtIn' ? part : { ...part, name: part.name ?? names[part.id] ?? null },
    ),
  }
}
