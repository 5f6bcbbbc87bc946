import { Mapping } from '@callboard/contract/mappings'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'
import { countryOfNumbers } from '../../lib/phone.ts'
import type { SourceAdapter, SourceContext, SourceSecrets } from './adapter.ts'
import { findAdapter } from './adapters.ts'
import * as store from './store.ts'

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
export async function loadSource(db: Kysely<Database>, id: string): Promise<LoadedSource | undefined> {
  const row = await store.selectSource(db, id)
  return row && loadedOf(row)
}

/** The source that rows came from; undefined where calls are sent under its name by no source. */
export async function loadSourceOfSystem(
  db: Kysely<Database>,
  of: { customerId: string; sourceSystem: string },
): Promise<LoadedSource | undefined> {
  const row = await store.selectSourceOfSystem(db, of)
  return row && loadedOf(row)
}

/** Loads sources for many requests at once: those that come while one is being loaded are given the same. */
export class SourceLoads {
  readonly #db: Kysely<Database>
  readonly #loading = new Map<string, Promise<LoadedSource | undefined>>()

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  async load(id: string): Promise<LoadedSource | undefined> {
    const loading = this.#loading.get(id) ?? loadSource(this.#db, id).finally(() => this.#loading.delete(id))
    this.#loading.set(id, loading)
    return await loading
  }
}

export async function loadActiveSources(db: Kysely<Database>): Promise<LoadedSource[]> {
  return (await store.selectActiveSources(db)).flatMap((row) => loadedOf(row) ?? [])
}

/** By the name that people gave them; several where customers have sources of the same name. */
export async function loadSourcesNamed(db: Kysely<Database>, name: string): Promise<LoadedSource[]> {
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
