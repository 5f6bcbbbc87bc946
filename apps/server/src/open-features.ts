import type { Logger } from 'pino'
import type { Feature, FeatureContext, Foundation, Opened, Running, ServicesOf } from './feature.ts'
import { JobQueue } from './jobs/queue.ts'
import { StartError } from './lib/files/data-dir.ts'
import { within } from './lib/within.ts'

interface OpenFeature extends Opened<object> {
  name: string
}

interface OpenFeatures<Features extends readonly Feature[]> {
  /** What the features were opened with, and all that they give. */
  services: FeatureContext & ServicesOf<Features>
  /** Closes all of them, also when one of them fails or hangs: then it throws in the end. */
  close: () => Promise<void>
}

/** Far longer than what is in order takes to close. */
const closeTimeoutMs = 60_000

/**
 * Opens features, each after those that it needs, then takes up their jobs, and starts what they opened. When one fails, all
 * that was open is closed, the last first, and its error is thrown.
 */
export async function openFeatures<const Features extends readonly Feature[]>(
  features: Features,
  foundation: Foundation,
): Promise<OpenFeatures<Features>> {
  const { postgres, log, isIdle } = foundation
  const ordered = inOrderOfNeeds(features)
  const closing = new AbortController()
  const queue = new JobQueue(postgres, { log, isIdle })
  const services: FeatureContext = {
    ...foundation,
    queue,
    closing: closing.signal,
    menuItems: ordered.flatMap(({ menuItems = [] }) => menuItems),
    searches: ordered.flatMap((feature) => feature.search?.bind(feature) ?? []),
    overviews: ordered.flatMap((feature) => feature.overview?.bind(feature) ?? []),
    metrics: ordered.flatMap((feature) => feature.metrics?.bind(feature) ?? []),
    healthChecks: ordered.flatMap((feature) => feature.healthChecks?.bind(feature) ?? []),
  }
  const opened: OpenFeature[] = []
  const jobs = { name: 'jobs', services: {}, running: [queue] }
  const close = async () => {
    closing.abort()
    // Jobs use what all features opened: those under way end first.
    await closeAll([...opened, jobs], log)
  }
  try {
    for (const feature of ordered) {
      const one = await openFeature(feature, services)
      opened.push(one)
      addServices(services, one)
    }
    if (!hasServices(services, features, opened)) throw new Error('a feature has not been opened')
    await queue.start()
    for (const job of ordered.flatMap((feature) => feature.jobs?.(services) ?? [])) await queue.work(job)
    await queue.deleteOldSchedules()
    for (const one of opened) await startFeature(one, isIdle)
    return { services, close }
  } catch (error) {
    // Why the portal does not start is worth more than what did not close then, which the log has.
    await close().catch(() => undefined)
    throw error
  }
}

/** Each after those that it needs, otherwise as they are listed. Throws when some need each other. */
function inOrderOfNeeds(features: readonly Feature[]): Feature[] {
  const ordered = new Set<Feature>()
  const add = (feature: Feature, neededBy: readonly Feature[]) => {
    const at = neededBy.indexOf(feature)
    if (at !== -1) throw circleOf([...neededBy.slice(at), feature])
    if (ordered.has(feature)) return
    for (const needed of feature.needs?.() ?? []) {
      if (!features.includes(needed))
        throw new Error(
          `The feature ${feature.name} needs ${needed.name}, which is not in the list of features.`,
        )
      add(needed, [...neededBy, feature])
    }
    ordered.add(feature)
  }
  for (const feature of features) add(feature, [])
  return [...ordered]
}

function circleOf(circle: readonly Feature[]): Error {
  const names = circle.map(({ name }) => name).join(' → ')
  return new Error(
    `Features need each other in a circle, so that none can be opened first: ${names}. Move what they share into a feature that needs none of them.`,
  )
}

async function openFeature(feature: Feature, services: FeatureContext): Promise<OpenFeature> {
  const { name } = feature
  try {
    const opened = await feature.open?.(services)
    return { services: {}, ...opened, name }
  } catch (error) {
    throw explained(error, `The feature ${name} could not be opened.`)
  }
}

function addServices(services: FeatureContext, { name, services: given }: OpenFeature): void {
  for (const service of Object.keys(given))
    if (service in services) throw new Error(`The feature ${name} gives ${service}, which is there already.`)
  Object.assign(services, given)
}

/** Whether what each of the features gives is there. */
function hasServices<Features extends readonly Feature[]>(
  services: FeatureContext,
  features: Features,
  opened: readonly OpenFeature[],
): services is FeatureContext & ServicesOf<Features> {
  const given = new Map(opened.map((one) => [one.name, Object.keys(one.services)]))
  return features.every(({ name }) => given.get(name)?.every((service) => service in services) === true)
}

async function startFeature(
  { name, running = [], working = [] }: OpenFeature,
  isIdle: boolean,
): Promise<void> {
  try {
    for (const part of [...running, ...(isIdle ? [] : working)]) await part.start?.()
  } catch (error) {
    throw explained(error, `The feature ${name} could not be started.`)
  }
}

/** What is meant for the person who starts the portal stays as it is. */
function explained(cause: unknown, message: string): Error {
  return cause instanceof StartError ? cause : new Error(message, { cause })
}

async function closeAll(opened: readonly OpenFeature[], log: Logger): Promise<void> {
  const failed = new Set<string>()
  for (const { name, running = [], working = [] } of opened.toReversed()) {
    for (const part of [...running, ...working].toReversed()) {
      try {
        await within(closeTimeoutMs, closePart(part))
      } catch (error) {
        log.error({ err: error, feature: name }, `the feature ${name} did not close`)
        failed.add(name)
      }
    }
  }
  if (failed.size > 0) throw new Error(`Features did not close: ${[...failed].join(', ')}. The log says why.`)
}

async function closePart(part: Running): Promise<void> {
  await part.close?.()
}
