import { isDeepStrictEqual } from 'node:util'
import type { Body } from '@callboard/contract/endpoint'
import { Mapping } from '@callboard/contract/mappings'
import type * as endpoints from '@callboard/contract/sources'
import type { Source, SourceKind } from '@callboard/contract/sources'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { recordRules } from '../../access/record-rules.ts'
import { attributeAnew } from '../../db/number-assignments.ts'
import { built } from '../../db/records/record-store.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { countryOfNumbers } from '../../lib/phone.ts'
import { requireActiveCustomer } from '../customers/customers.ts'
import type { SourceAdapter, SourceContext, SourceSecrets } from './adapter.ts'
import { findAdapter, listAdapters } from './adapters.ts'
import { assembleAgain } from './event-store.ts'
import { checkSettings, mergeSecrets, requireComplete, settingsOf } from './source-settings.ts'
import { noteProblem, restartFetching } from './state-store.ts'
import * as store from './store.ts'

const plain = recordRules('source', built(store.sources, sourceOf))

export const sourceRules = {
  ...plain,
  create: createSource,
  update: updateSource,
  remove: deleteSource,
}

function sourceOf(row: store.SourceRow): Source {
  return {
    ...row,
    ownNumbers: [...row.ownNumbers],
    kindLabel: findAdapter(row.kind)?.label ?? row.kind,
    createdAt: row.createdAt.toISOString(),
    lastReceivedAt: row.lastReceivedAt?.toISOString() ?? null,
  }
}

/** Throws `invalid` for a kind that there is not, and for settings that it does not have. */
async function createSource(
  db: Db,
  caller: Caller,
  { secrets, settings, statusWords, sourceSystem, ...values }: Body<typeof endpoints.createSource>,
): Promise<Source> {
  const adapter = requireAdapter(values.kind)
  return await changeBy(db, caller, async (transaction) => {
    await requireActiveCustomer(transaction, values.customerId)
    const checked = {
      settings: checkSettings(adapter, settings),
      secrets: mergeSecrets(adapter, {}, secrets),
    }
    requireComplete(adapter, checked)
    const id = await insertRecord(transaction, 'source', {
      ...values,
      sourceSystem: await systemOf(transaction, values.customerId, { name: values.name, sourceSystem }),
      settings: JSON.stringify(checked.settings),
      secrets: JSON.stringify(checked.secrets),
      statusWords: JSON.stringify(statusWords),
    })
    if (values.isNumberFirst) await attributeAnew(transaction, values.customerId)
    return await plain.get(transaction, caller, { id })
  })
}

function requireAdapter(kind: string): SourceAdapter {
  const adapter = findAdapter(kind)
  if (adapter === undefined)
    throw new AppError('invalid', 'There is no such kind of source.', { field: 'kind' })
  return adapter
}

const maxSameNames = 100

/** The name under which its calls are known: that of the source, with a number where another one of the customer has it. */
async function systemOf(
  transaction: Transaction,
  customerId: string,
  { name, sourceSystem }: { name: string; sourceSystem: string | undefined },
): Promise<string> {
  const wanted = sourceSystem ?? name
  const numbered = Array.from({ length: maxSameNames }, (_, at) => `${wanted.slice(0, 60)} ${at + 2}`)
  const names = sourceSystem === undefined ? [wanted, ...numbered] : [wanted]
  const taken = new Set(await store.selectSystemsNamed(transaction, customerId, names))
  const free = names.find((one) => !taken.has(one))
  if (free !== undefined) return free
  throw new AppError('nameTaken', `Calls of another source are known as ${wanted}.`, {
    field: 'sourceSystem',
  })
}

/** Of the secrets those change that are named; settings are replaced as a whole. */
async function updateSource(
  db: Db,
  caller: Caller,
  {
    id,
    revision,
    secrets,
    settings,
    statusWords,
    ...values
  }: Body<typeof endpoints.updateSource> & { id: string },
): Promise<Source> {
  return await changeBy(db, caller, async (transaction) => {
    const before = orNotFound(await store.lockSource(transaction, id))
    const adapter = requireAdapter(before.kind)
    const { context } = orNotFound(await loadSource(transaction, id))
    const given = {
      settings: settings && checkSettings(adapter, settings),
      secrets: secrets && mergeSecrets(adapter, before.secrets, secrets),
    }
    if (settings !== undefined || secrets !== undefined)
      requireComplete(adapter, {
        settings: given.settings ?? before.settings,
        secrets: given.secrets ?? before.secrets,
      })
    await updateRecord(transaction, 'source', {
      id,
      revision,
      values: {
        ...values,
        settings: given.settings && JSON.stringify(given.settings),
        secrets: given.secrets && JSON.stringify(given.secrets),
        statusWords: statusWords && JSON.stringify(statusWords),
      },
    })
    if (values.isNumberFirst !== undefined && values.isNumberFirst !== before.is_number_first)
      await attributeAnew(transaction, before.customer_id)
    // What was mended may be tried at once.
    await restartFetching(transaction, id)
    const now = orNotFound(await loadSource(transaction, id))
    if (!isDeepStrictEqual(now.context, context)) await assembleAgain(transaction, id)
    return await plain.get(transaction, caller, { id })
  })
}

/** A source is made inactive rather than deleted, for its calls stay. */
async function deleteSource(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  await changeBy(
    db,
    caller,
    async (transaction) => await updateRecord(transaction, 'source', { id, values: { isActive: false } }),
  )
}

export function listKinds(): { items: SourceKind[] } {
  return { items: listAdapters().map(kindOf) }
}

function kindOf(adapter: SourceAdapter): SourceKind {
  const { kind, label, description, guide, file } = adapter
  return {
    kind,
    label,
    description,
    guide,
    settings: settingsOf(adapter),
    ways: (['file', 'webhook', 'fetch', 'connection'] as const).filter((way) => adapter[way] !== undefined),
    endings: [...(file?.endings ?? [])],
  }
}

/** Says at a source what went wrong; null: all is well again. */
export async function noteSourceProblem(
  db: Db,
  { id, problem }: { id: string; problem: string | null },
): Promise<void> {
  await noteProblem(db, id, problem)
}

/** A source with its adapter, ready to take calls. */
export interface LoadedSource {
  id: string
  name: string
  customerId: string
  /** Nothing is taken from one that is not. */
  isActive: boolean
  adapter: SourceAdapter
  context: SourceContext
  secrets: SourceSecrets
}

/** Undefined when there is no such source, or no longer an adapter of its kind. */
export async function loadSource(db: Db, id: string): Promise<LoadedSource | undefined> {
  const row = await store.selectSource(db, id)
  return row && loadedOf(row)
}

/** The source that rows came from; undefined where calls are sent under its name by no source. */
export async function loadSourceOfSystem(
  db: Db,
  of: { customerId: string; sourceSystem: string },
): Promise<LoadedSource | undefined> {
  const row = await store.selectSourceOfSystem(db, of)
  return row && loadedOf(row)
}

/** Loads sources for many requests at once: those that come while one is being loaded are given the same. */
export class SourceLoads {
  readonly #db: Db
  readonly #loading = new Map<string, Promise<LoadedSource | undefined>>()

  constructor(db: Db) {
    this.#db = db
  }

  async load(id: string): Promise<LoadedSource | undefined> {
    const loading = this.#loading.get(id) ?? loadSource(this.#db, id).finally(() => this.#loading.delete(id))
    this.#loading.set(id, loading)
    return await loading
  }
}

export async function loadActiveSources(db: Db): Promise<LoadedSource[]> {
  return (await store.selectActiveSources(db)).flatMap((row) => loadedOf(row) ?? [])
}

/** By the name that people gave them; several where customers have sources of the same name. */
export async function loadSourcesNamed(db: Db, name: string): Promise<LoadedSource[]> {
  return (await store.selectSourceByName(db, name)).flatMap((row) => loadedOf(row) ?? [])
}

function loadedOf(row: store.LoadedRow): LoadedSource | undefined {
  const { id, name, customerId, isActive, secrets, sourceSystem, timeZone, ownNumbers, statusWords } = row
  const adapter = findAdapter(row.kind)
  return (
    adapter && {
      id,
      name,
      customerId,
      isActive,
      adapter,
      secrets,
      context: {
        sourceSystem,
        timeZone,
        country: countryOfNumbers(row.country),
        ownNumbers,
        statusWords,
        settings: { ...defaultsOf(adapter), ...row.settings },
        attributes: row.attributes,
        mapping: row.mapping === null ? undefined : Mapping.parse(row.mapping),
      },
    }
  )
}

function defaultsOf({ settings }: SourceAdapter) {
  return Object.fromEntries(
    settings.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
  )
}
