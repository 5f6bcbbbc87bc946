import { choicesCalled } from '@callboard/contract/changed-choices'
import { typeLabel } from '@callboard/contract/change-words'
import { declaredLabels } from '@callboard/contract/record-fields'
import { type RecordType, recordTypeNames } from '@callboard/contract/record-types'
import { columnOfField } from '../../db/tables/column-names.ts'
import { settingKeysNamed } from '../settings/settings.ts'

/** What a keyword names by the words of the screen, which are not those that are stored. */
export interface KeywordNames {
  /** Types that are called so. */
  types: readonly RecordType[]
  /** Keys of settings with such labels. */
  settings: readonly string[]
  /** Fields with such labels, as they are stored. */
  fields: readonly { type: RecordType; field: string }[]
  /** Values that forms offer under such labels, with the fields that hold them, as they are stored. */
  choices: readonly { type: string; field: string; value: string }[]
}

/** Shorter ones are part of too many labels. */
const minLength = 3

export function namesOfKeyword(keyword: string): KeywordNames {
  const wanted = keyword.trim().toLowerCase()
  if (wanted.length < minLength) return { types: [], settings: [], fields: [], choices: [] }
  return {
    types: recordTypeNames.filter((type) => isCalled(type, wanted)),
    settings: settingKeysNamed(wanted),
    fields: recordTypeNames.flatMap((type) =>
      declaredLabels(type)
        .filter(({ label }) => label.toLowerCase().includes(wanted))
        .flatMap(({ field }) => storedNames(field).map((name) => ({ type, field: name }))),
    ),
    choices: choicesCalled(wanted).flatMap(({ field, ...choice }) =>
      storedNames(field).map((name) => ({ ...choice, field: name })),
    ),
  }
}

/** Those that a trigger records have the names of their columns, and others those of the API. */
function storedNames(field: string): string[] {
  return [...new Set([field, columnOfField(field)])]
}

/** Whole words, as a type brings all of its changes. */
function isCalled(type: RecordType, wanted: string): boolean {
  return [typeLabel(type), typeLabel(type, 'label')].some((name) =>
    ` ${name.toLowerCase()} `.includes(` ${wanted} `),
  )
}
