import { tableTypes } from '@callboard/contract/change-tracking'
import { paths } from '#web/lib/paths.ts'

/** Under manage/, where a record of each type is looked at. */
const kinds: Readonly<Record<string, string>> = {
  user: 'users',
  role: 'roles',
  customer: 'customers',
  entityGroup: 'entitygroups',
  menu: 'menus',
  emailTemplate: 'emailtemplates',
  apiKey: 'apikeys',
}

/** The page of a record that was changed, where it has one. */
export function pathOfRecord(tableType: string, recordId: string): string | undefined {
  if (tableType === 'setting') return paths.manageList('settings')
  if (tableType === 'media') return paths.manageList('media')
  const kind = kinds[tableType]
  return kind === undefined ? undefined : paths.manageRecord(kind, recordId)
}

export function typeLabel(tableType: string): string {
  return tableTypes.find(({ name }) => name === tableType)?.label ?? tableType
}

const actions: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  mask: 'viewed as',
  maskedWriteRefused: 'refused while viewing as',
}

export function actionWord(action: string): string {
  return actions[action] ?? action
}

/** A value of a field as people read it; objects by the names that they have. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'nothing'
  if (typeof value === 'string') return value
  return typeof value === 'object' ? objectText(value) : JSON.stringify(value)
}

function objectText(value: object): string {
  const parts = Object.entries(value).filter(([, part]) => part !== null)
  const name = parts.find(([key]) => key === 'name')
  const rest = parts.filter(([key]) => key !== 'name' && !key.endsWith('_id'))
  if (name === undefined) return JSON.stringify(value)
  return [
    valueText(name[1]),
    ...rest.map(([key, part]) => `${key.replaceAll('_', ' ')} ${valueText(part)}`),
  ].join(', ')
}

/** `isActive` as `active`, `customerId` as `customer`. */
export function fieldWords(field: string): string {
  return field
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(?<=.)Id$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
}

/** What was linked with the record or taken from it, by its name: a role, a user of a group. */
export function isLink(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'name' in value
}
