import { formatCount } from '@callboard/contract/format'
import type { ReactNode } from 'react'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { TimeText } from '#web/ui/values/TimeText.tsx'

type Column<T> = Omit<FitColumn<T>, 'key' | 'dataIndex' | 'render'>

interface TimeColumn<T> extends Column<T> {
  show?: 'dateTime' | 'date' | 'recent'
  /** What it says where there is none. */
  none?: ReactNode
}

/** An instant. */
export function timeColumn<T>(
  key: keyof T & string,
  { show = 'dateTime', none, ...column }: TimeColumn<T>,
): FitColumn<T> {
  const render = (at: string | null) =>
    at === null && none !== undefined ? none : <TimeText at={at} show={show} />
  return { ...column, key, dataIndex: key, render }
}

/** How many. */
export function countColumn<T>(key: keyof T & string, column: Column<T>): FitColumn<T> {
  return { ...column, key, dataIndex: key, align: 'right', render: (count: number) => formatCount(count) }
}

/** What can be done with a row, which says so itself. */
export const actionsHead = {
  key: 'actions',
  title: 'Actions',
  isUnlabelled: true,
  align: 'right',
} as const satisfies Partial<FitColumn<unknown>>
