import type { Setting } from '@callboard/contract/settings'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import { missedUpdate } from '../../db/missed-update.ts'
import type { Database } from '../../db/schema.ts'
import { isUniqueViolation } from '../../db/unique-names.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { isMediaAddress } from '../media/files.ts'
import { findKnownSetting, type KnownSetting, knownSettings, type SettingKey } from './known-settings.ts'
import {
  deleteSettingRow,
  insertSetting,
  type KeptValue,
  listSettingRows,
  updateSettingRow,
} from './store.ts'

/** What the environment says where nobody said otherwise here. */
export interface SettingParts {
  db: Kysely<Database>
  mailFrom: string
  /** Told after a setting was changed. */
  onChanged: (key: SettingKey) => Promise<void>
}

interface Asked {
  keyword?: string | undefined
  sort?: 'group' | 'key' | undefined
  desc: boolean
  page: number
  pageSize: number
}

/** All of them in the order of their groups, changed or not. */
export async function listSettings(parts: SettingParts, asked: Asked) {
  const found = settingsWith(asked.keyword ?? '', await everySetting(parts))
  const sorted =
    asked.sort === 'key' ? found.toSorted((one, other) => one.key.localeCompare(other.key)) : found
  const inOrder = asked.desc ? sorted.toReversed() : sorted
  const from = (asked.page - 1) * asked.pageSize
  return { rows: inOrder.slice(from, from + asked.pageSize), total: found.length }
}

/** Those that have a keyword in what they are called. */
function settingsWith<S extends Pick<Setting, 'key' | 'label' | 'description' | 'group'>>(
  keyword: string,
  all: readonly S[],
): S[] {
  const wanted = keyword.toLowerCase()
  return all.filter(({ key, label, description, group }) =>
    [key, label, description, group].join(' ').toLowerCase().includes(wanted),
  )
}

/** Settings that a keyword finds, without their values. */
export function findSettings(keyword: string): KnownSetting[] {
  return settingsWith(keyword, knownSettings)
}

async function everySetting({ db, mailFrom }: Pick<SettingParts, 'db' | 'mailFrom'>): Promise<Setting[]> {
  const changed = await listSettingRows(db)
  return knownSettings.map(({ schema, ...setting }) => {
    const row = changed.get(setting.key)
    const isSecret = setting.type === 'secret'
    const standard = setting.key === 'mailFrom' ? mailFrom : setting.default
    const limits = setting.type === 'hours' ? limitsOf(schema) : {}
    return {
      ...setting,
      ...limits,
      default: standard,
      value: isSecret ? null : row === undefined ? standard : schema.parse(row.value),
      isSecret,
      isDefault: row === undefined,
      revision: row?.revision ?? 0,
    }
  })
}

async function describeSetting(parts: Pick<SettingParts, 'db' | 'mailFrom'>, key: string): Promise<Setting> {
  const setting = (await everySetting(parts)).find((one) => one.key === key)
  if (setting === undefined) throw notFound()
  return setting
}

/** Throws `conflict` where it was changed before. */
export async function overrideSetting(
  parts: SettingParts,
  caller: Caller,
  { key, value }: { key: string; value: unknown },
): Promise<Setting> {
  const setting = findKnownSetting(key)
  if (setting?.key !== key)
    throw new AppError('invalid', `There is no setting ${key.slice(0, 40)}.`, { field: 'key' })
  const kept = await keptOf(parts.db, setting, value)
  await change(parts.db, actorOf(caller), async (transaction) => {
    try {
      await insertSetting(transaction, key, kept)
    } catch (cause) {
      if (!isUniqueViolation(cause)) throw cause
      throw new AppError('conflict', `${setting.label} was changed already. Change it by its id.`, { cause })
    }
  })
  await parts.onChanged(setting.key)
  return await describeSetting(parts, key)
}

/** Changes a setting, whether or not it was changed before. Throws `revisionConflict`. */
export async function changeSetting(
  parts: SettingParts,
  caller: Caller,
  { id, value, revision }: { id: string; value: unknown; revision?: number | undefined },
): Promise<Setting> {
  const setting = findKnownSetting(id)
  if (setting === undefined) throw notFound()
  const kept = await keptOf(parts.db, setting, value)
  await change(parts.db, actorOf(caller), async (transaction) => {
    const { key } = setting
    if (await updateSettingRow(transaction, { key, revision, kept })) return
    await insertWhereNone(transaction, { setting, revision, kept })
  })
  await parts.onChanged(setting.key)
  return await describeSetting(parts, setting.key)
}

/** Two who change a default at once: the second one finds what the first one wrote. */
async function insertWhereNone(
  transaction: Transaction<Database>,
  { setting, revision, kept }: { setting: KnownSetting; revision: number | undefined; kept: KeptValue },
): Promise<void> {
  const { id, key } = setting
  const isThere = (await listSettingRows(transaction)).has(key)
  if (isThere) throw await missedUpdate(transaction, 'setting', { id, revision })
  if (revision !== undefined && revision !== 0)
    throw new AppError('revisionConflict', 'Somebody put this back to its default meanwhile.', {
      field: 'revision',
    })
  await insertSetting(transaction, key, kept)
}

/** Throws `notFound` where it is as it came. */
export async function restoreDefault(parts: SettingParts, caller: Caller, id: string): Promise<void> {
  const setting = findKnownSetting(id)
  if (setting === undefined) throw notFound()
  await change(parts.db, actorOf(caller), async (transaction) => {
    if (!(await deleteSettingRow(transaction, setting.key))) throw notFound()
  })
  await parts.onChanged(setting.key)
}

async function keptOf(db: Kysely<Database>, { key, schema, type }: KnownSetting, value: unknown) {
  const result = schema.safeParse(value)
  if (!result.success) {
    const why = result.error.issues.map(({ message }) => message).join(', ')
    throw new AppError('invalid', `The value ${why}.`, { field: 'value' })
  }
  if (key === 'logoUrl' && result.data !== null && !(await isMediaAddress(db, String(result.data))))
    throw new AppError('invalid', 'The value must be the address of an image of the library.', {
      field: 'value',
    })
  if (type !== 'secret') return { value: result.data, secret: null }
  return { value: null, secret: String(result.data) }
}

function limitsOf(schema: KnownSetting['schema']): { min?: number; max?: number } {
  const { minimum, maximum } = schema.toJSONSchema({ io: 'input' })
  return {
    ...(typeof minimum === 'number' && { min: minimum }),
    ...(typeof maximum === 'number' && { max: maximum }),
  }
}
