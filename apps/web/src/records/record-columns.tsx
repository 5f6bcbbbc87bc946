import { formatCount } from '@callboard/contract/format'
import { fieldWords } from '@callboard/contract/record-fields'
import { type ManagedType, recordTypes } from '@callboard/contract/record-types'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/urls/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'
import { timeColumn } from '#web/ui/tables/column-kinds.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'

interface Named {
  id: string
  name: string
  isActive?: boolean
}

/** Beside the pixels that a column needs: a title in place of the declared one, its priority, … */
type More<T> = Partial<Omit<FitColumn<T>, 'key' | 'minWidth' | 'render'>>

interface NameMore<T> extends More<T> {
  /** Anything else to say about it in a word. */
  renderTags?: (record: T) => ReactNode
  /** Whether it is marked where it is not active. */
  hasActiveTag?: boolean
  /** Its list under manage/, where that is not one of the record type. */
  pathOf?: (record: T) => string
}

interface FieldMore<T> extends More<T> {
  render?: (record: T) => ReactNode
}

interface TimeMore<T> extends More<T> {
  show: 'dateTime' | 'date' | 'recent'
  /** What it says where there is none. */
  none: ReactNode
}

interface CountMore<T> extends More<T> {
  title: string
  of: (record: T) => number
}

/** Columns of a list of records, which call its fields what the contract does. */
export function columnsOf<T extends Named>(type: ManagedType) {
  const titleOf = (key: string, { title }: More<T>) => title ?? fieldWords(type, key)
  return {
    /** The name of a record, which leads to its page. */
    name(
      minWidth: number,
      { renderTags, hasActiveTag = true, pathOf, ...more }: NameMore<T> = {},
    ): FitColumn<T> {
      const pathUnder = pathOf ?? (() => recordTypes[type].page.path)
      const render = (_: unknown, record: T) => (
        <RecordName
          to={paths.manageRecord(pathUnder(record), record.id)}
          name={record.name}
          isActive={!hasActiveTag || record.isActive !== false}
        >
          {renderTags?.(record)}
        </RecordName>
      )
      return { ...more, key: 'name', title: titleOf('name', more), minWidth, render }
    },
    /** The value of a field. */
    field(key: keyof T & string, minWidth: number, { render, ...more }: FieldMore<T> = {}): FitColumn<T> {
      const column = { ...more, key, dataIndex: key, title: titleOf(key, more), minWidth }
      return render === undefined ? column : { ...column, render: (_, record) => render(record) }
    },
    /** An instant. */
    time(key: keyof T & string, minWidth: number, { show, none, ...more }: TimeMore<T>): FitColumn<T> {
      return timeColumn(key, { ...more, title: titleOf(key, more), minWidth, show, none })
    },
    /** How many there are of something. */
    count(key: string, minWidth: number, { of, ...more }: CountMore<T>): FitColumn<T> {
      const render = (_: unknown, record: T) => formatCount(of(record))
      return { ...more, key, minWidth, align: 'right', render }
    },
  }
}
