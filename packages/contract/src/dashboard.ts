import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import type { MeasureName } from './measures.ts'
import { Guid } from './scalars.ts'

/** The most parts of a dashboard. */
export const dashboardPartLimit = 30

/** The figures that may stand at its top, by their measures, in their usual order. */
export const dashboardTiles = [
  'calls',
  'answerRate',
  'missed',
  'uniqueCallers',
  'averageTalk',
  'value',
] as const satisfies readonly MeasureName[]
export type DashboardTile = (typeof dashboardTiles)[number]

export const partWidths = ['half', 'full'] as const
export type PartWidth = (typeof partWidths)[number]

/** The portal's own parts in their usual order; all else that may stand on a dashboard is a report. */
export const builtInParts = {
  overTime: { label: 'Inbound calls over time', width: 'full' },
  whenCallsCome: { label: 'When calls come', width: 'half' },
  topSources: { label: 'Top sources', width: 'half' },
  whereCallersAre: { label: 'Where callers are', width: 'full' },
  topNumbers: { label: 'Top numbers', width: 'half' },
  topLocations: { label: 'Top locations', width: 'half' },
  liveCalls: { label: 'Live calls', width: 'full' },
  callBack: { label: 'Call back', width: 'full' },
  latestCalls: { label: 'Latest calls', width: 'full' },
} as const satisfies Record<string, { label: string; width: PartWidth }>
export type BuiltInPartName = keyof typeof builtInParts

export const builtInPartNames = [
  'overTime',
  'whenCallsCome',
  'topSources',
  'whereCallersAre',
  'topNumbers',
  'topLocations',
  'liveCalls',
  'callBack',
  'latestCalls',
] as const satisfies readonly BuiltInPartName[]

/** Those that show calls and callers, for whoever may see them. */
export const partsOfCalls: ReadonlySet<BuiltInPartName> = new Set(['liveCalls', 'callBack', 'latestCalls'])

/** Two halves that follow each other stand side by side; one without the other takes the whole row. */
const width = z.enum(partWidths)

const BuiltInPart = z.strictObject({ type: z.literal('builtIn'), name: z.enum(builtInPartNames), width })

export const partViews = ['chart', 'table'] as const
export type PartView = (typeof partViews)[number]

const ReportPart = z.strictObject({
  type: z.enum(['report', 'savedReport']),
  /** Of the report or the saved report. */
  id: Guid,
  view: z.enum(partViews),
  /** Keeps the period and the comparison that the report has by itself, whatever those of the dashboard are. */
  ownPeriod: z.boolean().default(false),
  width,
})

export const DashboardPart = z.discriminatedUnion('type', [BuiltInPart, ReportPart])
export type DashboardPart = z.infer<typeof DashboardPart>

/** By which a part is told from the others: none stands twice on a dashboard. */
export function partKey(part: { type: 'builtIn'; name: string } | { type: string; id: string }): string {
  return 'id' in part ? part.id : part.name
}

const layout = {
  tiles: withExample(
    z.array(z.enum(dashboardTiles)).refine(areDistinct, { error: 'has a tile twice' }).readonly(),
    ['calls', 'missed'],
  ),
  parts: withExample(
    z
      .array(DashboardPart)
      .max(dashboardPartLimit)
      .refine((parts) => areDistinct(parts.map(partKey)), { error: 'has a part twice' })
      .readonly(),
    [
      { type: 'builtIn', name: 'overTime', width: 'full' },
      { type: 'savedReport', id: exampleIds.savedReport, view: 'chart', width: 'half' },
    ],
  ),
}

function areDistinct(keys: readonly string[]): boolean {
  return new Set(keys).size === keys.length
}

export const DashboardLayout = z.strictObject(layout)
export type DashboardLayout = z.infer<typeof DashboardLayout>

/** Why a part shows no figures: its report is not found (any more), tells what the user may not see, or cannot be read or run. */
export const partProblems = ['notFound', 'forbidden', 'outdatedReport', 'unknownParameter'] as const
export type PartProblem = (typeof partProblems)[number]

const problem = z.enum(partProblems).optional()

export const ShownPart = z.discriminatedUnion('type', [
  BuiltInPart.extend({ problem }),
  ReportPart.extend({
    /** Of what is not found any more, as it was called when somebody put it there; null where the user never found it. */
    name: z.string().nullable(),
    problem,
  }),
])
export type ShownPart = z.infer<typeof ShownPart>

const shown = { tiles: layout.tiles, parts: z.array(ShownPart).readonly() }

/** What the dashboard of a user shows. */
export const Dashboard = z.strictObject({
  ...shown,
  /** Their own choice, else what one of their roles has, else what every portal has. */
  source: z.enum(['own', 'role', 'standard']),
  /** Of the role. */
  roleName: z.string().nullable(),
  revision: z.int(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/user/me/dashboard',
  summary: 'What one’s dashboard shows: one’s own choice, else what one’s roles have.',
  response: Dashboard,
})

export const updateDashboard = endpoint({
  method: 'PUT',
  path: '/api/user/me/dashboard',
  summary: 'Chooses the tiles and parts of one’s dashboard, and their order.',
  body: z.strictObject({ ...layout, revision: z.int().optional() }),
  response: Dashboard,
})

export const deleteDashboard = endpoint({
  method: 'DELETE',
  path: '/api/user/me/dashboard',
  summary: 'Gives up one’s own choice: the dashboard shows again what one’s roles have.',
})

/** What those who have a role see on their dashboard, unless they chose for themselves. */
export const RoleDashboard = z.strictObject({
  ...shown,
  /** False: the role has none, and the rest is what every portal has. */
  isSet: z.boolean(),
  /** Whoever has several such roles sees the dashboard of the one with the lowest order, then of the first by name. */
  order: z.int(),
  /** Of the role. */
  revision: z.int(),
})
export type RoleDashboard = z.infer<typeof RoleDashboard>

const RoleId = z.strictObject({ id: idOf('role') })

export const getRoleDashboard = endpoint({
  method: 'GET',
  path: '/api/role/{id}/dashboard',
  summary: 'The dashboard that a role has for its users.',
  params: RoleId,
  response: RoleDashboard,
})

export const updateRoleDashboard = endpoint({
  method: 'PUT',
  path: '/api/role/{id}/dashboard',
  summary: 'Gives the users of a role this dashboard, unless they chose for themselves.',
  params: RoleId,
  body: z.strictObject({
    ...layout,
    order: z.int().min(-1_000_000).max(1_000_000).optional(),
    revision: z.int().optional(),
  }),
  response: RoleDashboard,
})

export const deleteRoleDashboard = endpoint({
  method: 'DELETE',
  path: '/api/role/{id}/dashboard',
  summary: 'Takes the dashboard away from a role.',
  params: RoleId,
})
