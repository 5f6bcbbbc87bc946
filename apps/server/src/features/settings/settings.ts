import type { Body } from '@callboard/contract/endpoint'
import { compareTexts } from '@callboard/contract/format-names'
import type * as endpoints from '@callboard/contract/settings'
import { settingWords } from '@callboard/contract/setting-words'
import { isAmount, type Setting } from '@callboard/contract/settings'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import type { Search } from '../../access/record-search.ts'
import type { SettingKey } from '../../db/declared-settings.ts'
import type { ListPage } from '../../db/records/list-page.ts'
import { updateRecord } from '../../db/records/records.ts'
import { readSettings } from '../../db/settings.ts'
import { revisionConflict } from '../../db/records/revision-conflict.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { speechAddressError, type SpeechEnvironment } from '../../lib/outside/speech-environment.ts'
import { findPrivateHost } from '../../lib/outside/webhook-address.ts'
import { isMediaAddress } from '../media/media.ts'
import { findKnownSetting, type KnownSetting, knownSettings } from './known-settings.ts'
import type { SettingChanges } from './setting-changes.ts'
import * as store from './store.ts'

export interface SettingParts {
  db: Db
  /** The sender of mails while no setting names one. */
  mailFrom: string
  speech: SpeechEnvironment
  /** Of private networks, to which webhooks may be posted: none but in tests. */
  allowedAddresses: readonly string[]
  changes: SettingChanges
}

/** All settings in the order of their groups, changed or not. */
export async function listSettings(
  parts: SettingParts,
  { keyword = '', sort, desc, page, pageSize }: Body<typeof endpoints.searchSettings>,
): Promise<ListPage<Setting>> {
  const found = settingsWith(keyword, await readAll(parts))
  const sorted = sort === 'key' ? found.toSorted((one, other) => compareTexts(one.key, other.key)) : found
  const inOrder = desc ? sorted.toReversed() : sorted
  const offset = (page - 1) * pageSize
  return { items: inOrder.slice(offset, offset + pageSize), total: found.length, page, pageSize }
}

/** How a setting is declared, by its key. */
export function findSettingWords(key: string): Pick<Setting, 'label' | 'type' | 'choices'> | undefined {
  return findKnownSetting(key)
}

/** The settings whose label contains a text in lower case. */
export function settingKeysNamed(text: string): string[] {
  return knownSettings.filter(({ label }) => label.toLowerCase().includes(text)).map(({ key }) => key)
}

/** Settings by keyword, without their values. */
export const searchSettings: Search = async ({ keyword }) => {
  const found = settingsWith(keyword, knownSettings)
  const wanted = keyword.toLowerCase()
  const items = found.map(({ id, label, description, group, key }) => {
    const subtitle = [group, description].filter((text) => text !== '').join(' · ')
    const isShown = `${label} ${subtitle}`.toLowerCase().includes(wanted)
    return {
      id,
      title: label,
      subtitle,
      url: `/manage/settings#${key}`,
      ...(!isShown && {
        excerpt: [
          { text: 'Key ', isMatch: false },
          { text: key, isMatch: true },
        ],
      }),
    }
  })
  return await Promise.resolve([{ type: 'settings', label: 'Settings', total: found.length, items }])
}

function settingsWith<S extends Pick<Setting, 'key' | 'label' | 'description' | 'group'>>(
  keyword: string,
  all: readonly S[],
): S[] {
  const wanted = keyword.toLowerCase()
  return all.filter(({ key, label, description, group }) =>
    [key, label, description, group].join(' ').toLowerCase().includes(wanted),
  )
}

async function readAll({ db, mailFrom, speech }: SettingParts): Promise<Setting[]> {
  const changed = await store.selectSettings(db)
  return knownSettings.map(({ schema, ...known }) => {
    const { atMost: _, ...setting } = known
    const row = changed.get(setting.key)
    const isSecret = setting.type === 'secret'
    const standard = setting.key === 'mailFrom' ? mailFrom : setting.default
    return {
      ...setting,
      ...(setting.key === 'speechToText' && { choices: speechChoices(setting, speech) }),
      ...(isAmount(setting.type) && limitsOf(schema)),
      default: standard,
      value: isSecret ? null : row === undefined ? standard : schema.parse(row.value),
      isSecret,
      isDefault: row === undefined,
      revision: row?.revision ?? 0,
    }
  })
}

/** A program is run only where the operator's environment names one. */
function speechChoices({ choices = [] }: Pick<KnownSetting, 'choices'>, { command }: SpeechEnvironment) {
  return choices.filter(({ value }) => value !== 'command' || command.length > 0)
}

function limitsOf(schema: KnownSetting['schema']): { min?: number; max?: number } {
  const { minimum, maximum } = schema.toJSONSchema({ io: 'input' })
  return {
    ...(typeof minimum === 'number' && { min: minimum }),
    ...(typeof maximum === 'number' && { max: maximum }),
  }
}

/** By its id or its key. Throws `notFound`. */
export async function getSetting(parts: SettingParts, idOrKey: string): Promise<Setting> {
  return orNotFound((await readAll(parts)).find(({ id, key }) => id === idOrKey || key === idOrKey))
}

/** Changes a setting that has its default. Throws `conflict` for any other. */
export async function createSetting(
  parts: SettingParts,
  caller: Caller,
  { key, value }: Body<typeof endpoints.createSetting>,
): Promise<Setting> {
  const setting = findKnownSetting(key)
  if (setting?.key !== key)
    throw new AppError('invalid', `There is no setting ${key.slice(0, 40)}.`, { field: 'key' })
  const columns = await columnsOf(parts, setting, { value })
  await changeBy(parts.db, caller, async (transaction) => {
    if (!(await store.insertSetting(transaction, key, columns)))
      throw new AppError('conflict', `${setting.label} was changed already. Change it by its id.`)
    await requireWithinLimits(transaction, [{ key: setting.key, field: 'value' }])
    await parts.changes.within(transaction, setting.key)
  })
  await parts.changes.after(setting.key)
  return await getSetting(parts, key)
}

/** Changes a setting, whether or not it has its default. Throws `revisionConflict`. */
export async function updateSetting(
  parts: SettingParts,
  caller: Caller,
  { id: idOrKey, value, revision }: Body<typeof endpoints.updateSetting> & { id: string },
): Promise<Setting> {
  const setting = orNotFound(findKnownSetting(idOrKey))
  if (value === undefined) return await getSetting(parts, setting.key)
  const columns = await columnsOf(parts, setting, { value })
  await saveAll(parts, caller, [{ setting, revision, columns, field: 'value' }])
  return await getSetting(parts, setting.key)
}

/**
 * Changes several settings or puts them back to their defaults, all of them or none. Throws all errors of values at once, and
 * `revisionConflict`.
 */
export async function updateSettings(
  parts: SettingParts,
  caller: Caller,
  { items }: Body<typeof endpoints.updateSettings>,
): Promise<{ items: Setting[] }> {
  const edits: SettingEdit[] = []
  const errors: AppError[] = []
  for (const [index, { id, value, isDefault, revision }] of items.entries()) {
    const setting = orNotFound(findKnownSetting(id))
    const field = `items.${index}.value`
    try {
      if ((value === undefined) !== (isDefault === true))
        throw new AppError('invalid', `${setting.label} needs either a value or isDefault.`, { field })
      const columns = isDefault === true ? null : await columnsOf(parts, setting, { value, field })
      edits.push({ setting, revision, columns, field })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      errors.push(error)
    }
  }
  const [first] = errors
  if (first !== undefined)
    throw new AppError(first.code, first.message, { items: errors.flatMap((error) => error.items) })
  await saveAll(parts, caller, edits)
  const all = await readAll(parts)
  return { items: all.filter((one) => edits.some(({ setting }) => setting.key === one.key)) }
}

interface SettingEdit {
  setting: KnownSetting
  revision: number | undefined
  /** Null: its default. */
  columns: store.SettingColumns | null
  /** Of what was sent. */
  field: string
}

async function saveAll(parts: SettingParts, caller: Caller, edits: readonly SettingEdit[]): Promise<void> {
  await changeBy(parts.db, caller, async (transaction) => {
    for (const { setting, revision, columns } of edits) {
      const { id, key } = setting
      await parts.changes.within(transaction, key)
      if (columns === null) {
        await restore(transaction, setting, revision)
        continue
      }
      const mayBeDefault = revision === undefined || revision === 0
      if (mayBeDefault && (await store.insertSetting(transaction, key, columns))) continue
      if (!(await store.selectSettings(transaction)).has(key)) throw restoredMeanwhile()
      await updateRecord(transaction, 'setting', { id, revision, values: columns })
    }
    await requireWithinLimits(
      transaction,
      edits.map(({ setting: { key }, field }) => ({ key, field })),
    )
  })
  for (const { setting } of edits) await parts.changes.after(setting.key)
}

/** Nothing is to be done for a setting that has its default already. Throws `revisionConflict`. */
async function restore(
  transaction: Transaction,
  { id, key }: KnownSetting,
  revision: number | undefined,
): Promise<void> {
  if (await store.deleteSetting(transaction, key, revision)) return
  if ((await store.selectSettings(transaction)).has(key))
    throw await revisionConflict(transaction, 'setting', { id, revision })
}

function restoredMeanwhile(): AppError {
  return new AppError('revisionConflict', 'Someone else reset this to its default in the meantime.', {
    field: 'revision',
  })
}

/** Puts a setting back to its default. Throws `notFound` when it has it already. */
export async function deleteSetting(
  parts: SettingParts,
  caller: Caller,
  { id }: { id: string },
): Promise<undefined> {
  const { key } = orNotFound(findKnownSetting(id))
  await changeBy(parts.db, caller, async (transaction) => {
    if (!(await store.deleteSetting(transaction, key))) throw notFound()
    await requireWithinLimits(transaction, [{ key }])
    await parts.changes.within(transaction, key)
  })
  await parts.changes.after(key)
}

/** Throws `invalid` under the field of a setting that now exceeds another one, or is exceeded by it, and should not. */
async function requireWithinLimits(
  transaction: Transaction,
  changed: readonly { key: SettingKey; field?: string }[],
): Promise<void> {
  const values: Partial<Record<SettingKey, Setting['value']>> = await readSettings(transaction)
  for (const setting of knownSettings) {
    const other = findKnownSetting(setting.atMost ?? '')
    if (other === undefined || Number(values[setting.key]) <= Number(values[other.key])) continue
    const ofKey = (wanted: SettingKey) => changed.find(({ key }) => key === wanted)
    const valueOf = (one: KnownSetting) =>
      `${one.label}, which is ${settingWords(one, values[one.key] ?? null)}`
    const [longer, shorter] = [ofKey(setting.key), ofKey(other.key)]
    if (longer !== undefined)
      throw invalid(`${setting.label} must be at most ${valueOf(other)}.`, longer.field)
    if (shorter !== undefined)
      throw invalid(`${other.label} must be at least ${valueOf(setting)}.`, shorter.field)
  }
}

function invalid(description: string, field: string | undefined): AppError {
  return new AppError('invalid', description, field === undefined ? {} : { field })
}

async function columnsOf(
  parts: SettingParts,
  { key, label, schema, type }: KnownSetting,
  { value, field = 'value' }: { value: unknown; field?: string },
): Promise<store.SettingColumns> {
  const result = schema.safeParse(value)
  if (!result.success) {
    const why = result.error.issues.map(({ message }) => message).join(', ')
    throw new AppError('invalid', `${label} ${why}.`, { field })
  }
  if (key === 'logoUrl' && result.data !== null && !(await isMediaAddress(parts.db, String(result.data))))
    throw new AppError('invalid', `${label} must be the address of an image of the library.`, { field })
  const error = addressErrorOf(parts, key, result.data)
  if (error !== undefined) throw new AppError('invalid', `${label} ${error}.`, { field })
  return type === 'secret'
    ? { value: 'null', secret: String(result.data) }
    : { value: JSON.stringify(result.data), secret: null }
}

function addressErrorOf(
  { speech, allowedAddresses }: SettingParts,
  key: SettingKey,
  value: Setting['value'],
): string | undefined {
  if (key === 'speechUrl' && value !== null) return speechAddressError(speech, String(value))
  if (key === 'webhookHosts' && value !== null) {
    const host = findPrivateHost(String(value), allowedAddresses)
    return host === undefined ? undefined : `must not name ${host}, which is a private address`
  }
  const isLacking = key === 'speechToText' && value === 'command' && speech.command.length === 0
  return isLacking ? 'must be another one: the environment names no command' : undefined
}
