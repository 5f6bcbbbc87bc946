import type { Logger } from 'pino'
import type { MenuItem } from './access/menu-items.ts'
import type { OverviewAsked, OverviewParts } from './access/overview-parts.ts'
import type { Search } from './access/record-search.ts'
import type { Config } from './config.ts'
import type { Db } from './db/tables/schema.ts'
import type { FileStores } from './file-stores.ts'
import type { Routing } from './http/route.ts'
import type { Job, JobQueue } from './jobs/queue.ts'
import type { HealthCheck } from './lib/health-check.ts'
import type { Metric } from './lib/metric.ts'
import type { Stores } from './stores.ts'

/** What the portal stands on: its stores, and what the operator has set. */
export interface Foundation extends Omit<Stores, 'close'>, FileStores {
  /** How the stores do. */
  storeMetrics: readonly Metric[]
  config: Config
  log: Logger
  /** That of `postgres`. */
  db: Db
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: string
  /** Of private networks, which may be asked all the same: none but in tests. */
  allowedAddresses: readonly string[]
  /** Other processes may work on the same database. */
  hasPeers: boolean
  /** Others do what goes on in the background: this process serves people and programs alone. */
  isIdle: boolean
}

/** What each feature is opened with, beside the services of the features that it needs. */
export interface FeatureContext extends Foundation {
  /** Takes jobs from when the features are started. */
  queue: JobQueue
  /** Aborted when the portal begins to close: what takes long ends early, before jobs under way are waited for. */
  closing: AbortSignal
  /** What leads to the pages of all features, what these find by a keyword, what they say on the administration dashboard, what they measure, and how they do. */
  menuItems: readonly MenuItem[]
  searches: readonly ((context: FeatureContext) => Search)[]
  overviews: readonly ((context: FeatureContext, asked: OverviewAsked) => OverviewParts)[]
  metrics: readonly ((context: FeatureContext) => readonly Metric[])[]
  healthChecks: readonly ((context: FeatureContext) => readonly HealthCheck[])[]
}

/** What runs while the portal does. */
export interface Running {
  start?(): void | Promise<void>
  close?(): void | Promise<void>
}

export interface Opened<Services extends object> {
  /** By the names under which the feature itself, and those that need it, get them. */
  services: Services
  /** Started in this order once every feature is open, closed in the reverse one. */
  running?: readonly Running[] | undefined
  /** The same, of what goes on in the background: not started in a process that serves people alone. */
  working?: readonly Running[] | undefined
}

/**
 * A part of the portal, as the list of features has it; made by `defineFeature`. The methods are compared by TypeScript with
 * what features of different needs declare, so that one list holds them all.
 */
export interface Feature<Services extends object = object> {
  name: string
  menuItems?: readonly MenuItem[]
  needs?(): readonly Feature[]
  open?(context: FeatureContext): Opened<Services> | Promise<Opened<Services>>
  routes?(routing: Routing, context: FeatureContext): void | Promise<void>
  jobs?(context: FeatureContext): readonly Job[]
  search?(context: FeatureContext): Search
  overview?(context: FeatureContext, asked: OverviewAsked): OverviewParts
  metrics?(context: FeatureContext): readonly Metric[]
  healthChecks?(context: FeatureContext): readonly HealthCheck[]
}

/** What features give, all together. */
export type ServicesOf<Features extends readonly Feature[]> = Features extends readonly [
  Feature<infer Services>,
  ...infer Rest extends readonly Feature[],
]
  ? Services & ServicesOf<Rest>
  : object

type With<Needs extends readonly Feature[]> = FeatureContext & ServicesOf<Needs>

interface FeatureDeclaration<Context> {
  name: string
  /** What leads to its pages, in the menus of a new portal; a search finds the pages by it. */
  menuItems?: readonly MenuItem[]
  routes?: (routing: Routing, context: Context) => void | Promise<void>
  /** What it does in the background. */
  jobs?: (context: Context) => readonly Job[]
  /** What a search of the portal finds of it. */
  search?: (context: Context) => Search
  /** What the administration dashboard says of it. */
  overview?: (context: Context, asked: OverviewAsked) => OverviewParts
  /** What monitoring reads of it. */
  metrics?: (context: Context) => readonly Metric[]
  /** How its parts do, for the page Health. */
  healthChecks?: (context: Context) => readonly HealthCheck[]
}

interface OpeningFeature<
  Needs extends readonly Feature[],
  Services extends object,
> extends FeatureDeclaration<With<Needs> & Services> {
  /** Features that are opened before this one, and closed after it, as it uses their services. */
  needs?: () => Needs
  /** Makes what the feature keeps open. */
  open: (context: With<Needs>) => Opened<Services> | Promise<Opened<Services>>
}

/** One that keeps nothing open. */
interface PlainFeature<Needs extends readonly Feature[]> extends FeatureDeclaration<With<Needs>> {
  needs?: () => Needs
  open?: never
}

/** Declares a feature. Whatever it uses of another one does not compile unless that is among its needs. */
export function defineFeature<const Needs extends readonly Feature[], Services extends object>(
  declaration: OpeningFeature<Needs, Services>,
): Feature<Services>
export function defineFeature<const Needs extends readonly Feature[]>(
  declaration: PlainFeature<Needs>,
): Feature
export function defineFeature(declaration: Feature): Feature {
  return declaration
}
