import type { Output } from '@callboard/contract/endpoint'
import { formatCounted } from '@callboard/contract/format'
import { formatDateTime } from '@callboard/contract/format-time'
import type * as endpoints from '@callboard/contract/sources'
import type { SourceActivity, SourceDay } from '@callboard/contract/sources'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { FetchFailed } from './adapter.ts'
import { countPending } from './event-store.ts'
import { contextOf, type FetchingParts } from './fetch-calls.ts'
import { type LoadedSource, loadSource } from './sources.ts'
import * as store from './state-store.ts'

export interface ActivityParts extends Pick<FetchingParts, 'db' | 'allowedAddresses' | 'closing'> {
  publicUrl: string
}

const shownDays = 30

/** Throws `notFound`. */
export async function getActivity(
  { db, publicUrl }: ActivityParts,
  { settings, timeZone }: Caller,
  { id }: { id: string },
): Promise<SourceActivity> {
  const source = await getLoaded(db, id)
  const first = Temporal.Now.plainDateISO(settings.defaultTimeZone).subtract({ days: shownDays - 1 })
  const [state, days, waiting] = await Promise.all([
    store.selectState(db, id),
    store.selectDays(db, id, first.toString()),
    countPending(db, id),
  ])
  const receivedAt = state?.received_at ?? null
  const { fetch, connection } = source.adapter
  const isFetched = fetch?.isConfigured(source.context, source.secrets) === true
  const isConnected = connection?.isConfigured(source.context, source.secrets) === true
  return {
    lastReceivedAt: receivedAt?.toISOString() ?? null,
    lastCallAt: state?.newest_call_at?.toISOString() ?? null,
    days: allDays(first, days),
    problem:
      state === undefined || state.problem === null || state.problem_at === null
        ? null
        : { at: state.problem_at.toISOString(), message: state.problem },
    silence: source.isActive ? findIdleWarning(receivedAt, days, { timeZone, nowMs: Date.now() }) : null,
    addresses: addressesOf(source, publicUrl),
    waiting,
    fetching: isFetched
      ? {
          fetchedAt: state?.fetched_at?.toISOString() ?? null,
          nextAt: state?.next_fetch_at?.toISOString() ?? null,
        }
      : null,
    connection: isConnected
      ? {
          state: state?.connection_state ?? 'waiting',
          since: state?.connection_since?.toISOString() ?? null,
        }
      : null,
  }
}

async function getLoaded(db: Db, id: string): Promise<LoadedSource> {
  const source = await loadSource(db, id)
  if (source === undefined) throw notFound()
  return source
}

function allDays(first: Temporal.PlainDate, days: readonly SourceDay[]): SourceDay[] {
  const known = new Map(days.map((day) => [day.day, day]))
  return Array.from({ length: shownDays }, (_, at) => {
    const day = first.add({ days: at }).toString()
    return known.get(day) ?? { day, created: 0, updated: 0, unchanged: 0, rejected: 0 }
  })
}

const dayMs = 86_400_000
/** Of fewer days nobody can say what is usual. */
const minDays = 5

/**
 * A sentence when nothing has come for more than a day longer than the longest pause between days with calls, of those that
 * are shown.
 */
function findIdleWarning(
  receivedAt: Date | null,
  days: readonly Pick<SourceDay, 'day'>[],
  { timeZone, nowMs }: { timeZone: string; nowMs: number },
): string | null {
  if (receivedAt === null || days.length < minDays) return null
  const pauses = days.slice(1).map(({ day }, at) => daysBetween(days[at]?.day ?? day, day) - 1)
  const longest = Math.max(...pauses)
  if (nowMs - receivedAt.getTime() <= (longest + 1) * dayMs) return null
  const pauseWords =
    longest === 0
      ? 'calls came every day before'
      : `the longest pause before was ${formatCounted(longest, 'day')}`
  return `Nothing has come since ${formatDateTime(receivedAt.toISOString(), timeZone)}; ${pauseWords}.`
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days
}

function addressesOf({ id, adapter }: LoadedSource, publicUrl: string): SourceActivity['addresses'] {
  if (adapter.webhook === undefined) return []
  const url = `${publicUrl}/api/in/${id}`
  const { recordingLabel, callLabel = 'Calls' } = adapter.webhook
  return [
    { label: callLabel, url },
    ...(recordingLabel === undefined ? [] : [{ label: recordingLabel, url: `${url}/recording` }]),
  ]
}

type Checks = Output<typeof endpoints.testSource>['checks']

/** Throws `notFound`. */
export async function testSource(
  parts: ActivityParts,
  caller: Caller,
  { id }: { id: string },
): Promise<Output<typeof endpoints.testSource>> {
  const source = await getLoaded(parts.db, id)
  const { adapter, context, secrets } = source
  const state = await store.selectState(parts.db, id)
  const isFetched = adapter.fetch?.isConfigured(context, secrets) === true
  return {
    checks: [
      ...(source.isActive ? [] : [{ isFine: false, text: 'The source or its customer is inactive.' }]),
      ...(adapter.webhook === undefined ? [] : [addressCheck(parts.publicUrl)]),
      ...missingOf(source),
      ...(isFetched ? [await fetchCheck(parts, source)] : []),
      ...connectionChecks(source, state, caller),
      receivedCheck(state?.received_at ?? null, caller),
    ],
  }
}

type State = Awaited<ReturnType<typeof store.selectState>>

function connectionChecks({ adapter, context, secrets }: LoadedSource, state: State, caller: Caller): Checks {
  if (adapter.connection?.isConfigured(context, secrets) !== true) return []
  const { connection_state: now, connection_since: since } = state ?? {}
  if (now !== 'connected' || since === null || since === undefined)
    return [{ isFine: false, text: `Not connected to the switch. ${state?.problem ?? ''}`.trim() }]
  const at = formatDateTime(since.toISOString(), caller.timeZone)
  return [{ isFine: true, text: `Connected to the switch since ${at}.` }]
}

function receivedCheck(receivedAt: Date | null, { timeZone }: Caller): Checks[number] {
  return receivedAt === null
    ? { isFine: false, text: 'Nothing has come from it so far.' }
    : { isFine: true, text: `Something last came ${formatDateTime(receivedAt.toISOString(), timeZone)}.` }
}

function addressCheck(publicUrl: string): Checks[number] {
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (isLocal)
    return {
      isFine: false,
      text: `Other systems cannot reach ${publicUrl}. Set PUBLIC_URL to the address at which they can.`,
    }
  return protocol === 'https:'
    ? { isFine: true, text: `Other systems reach the portal at ${publicUrl}.` }
    : { isFine: false, text: `${publicUrl} is not encrypted. Set PUBLIC_URL to an https address.` }
}

/** What the source has to say and does not. */
function missingOf({ adapter, context, secrets }: LoadedSource): Checks {
  return adapter.settings.flatMap(({ name, type, label, isRequired }) => {
    const isGiven = type === 'secret' ? secrets[name] !== undefined : context.settings[name] !== undefined
    return isRequired !== true || isGiven ? [] : [{ isFine: false, text: `${label} is missing.` }]
  })
}

async function fetchCheck(parts: ActivityParts, source: LoadedSource): Promise<Checks[number]> {
  try {
    const text = await source.adapter.fetch?.test(contextOf(parts, source))
    return { isFine: true, text: text ?? '' }
  } catch (error) {
    if (error instanceof FetchFailed) return { isFine: false, text: error.message }
    throw error
  }
}

/** Throws `notFound`, and `conflict` for a source that nothing is fetched from. */
export async function fetchNow(
  { db, wakeFetching }: ActivityParts & { wakeFetching: () => Promise<void> },
  _caller: Caller,
  { id }: { id: string },
): Promise<undefined> {
  const { adapter, context, secrets, isActive } = await getLoaded(db, id)
  if (!isActive || adapter.fetch?.isConfigured(context, secrets) !== true)
    throw new AppError(
      'conflict',
      'Nothing is fetched from this source: it is inactive, or its settings are not complete.',
    )
  await store.restartFetching(db, id)
  await wakeFetching()
}
