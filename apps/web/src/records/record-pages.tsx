import { type ComponentType, lazy } from 'react'
import type { ListState } from '#web/lib/urls/list-url.ts'
import type { RecordListPageProps } from '#web/records/lists/RecordListPage.tsx'
import type { RecordPageProps } from '#web/records/RecordPage.tsx'
import type { RecordKind } from '#web/records/record-kind.ts'

/** All that the pages of a record type are made of: its list, and one of its records. */
export interface RecordPages<T extends { id: string }, S extends ListState> {
  kind: RecordKind<T>
  list: Omit<RecordListPageProps<T, S>, 'kind'>
  record: Omit<RecordPageProps<T>, 'kind'>
}

export function recordPages<T extends { id: string }, S extends ListState>(
  pages: RecordPages<T, S>,
): RecordPages<T, S> {
  return pages
}

/** The pages of a record type, whose code is loaded when one of them is opened; a list leaves that of the other out. */
export function lazyPages<T extends { id: string }, S extends ListState>(
  load: () => Promise<RecordPages<T, S>>,
): { list: ComponentType; record: ComponentType } {
  return {
    list: lazy(async () => {
      const [{ RecordListPage }, { kind, list }] = await Promise.all([
        import('#web/records/lists/RecordListPage.tsx'),
        load(),
      ])
      return { default: () => <RecordListPage<T, S> kind={kind} {...list} /> }
    }),
    record: lazy(async () => {
      const [{ RecordPage }, { kind, record }] = await Promise.all([
        import('#web/records/RecordPage.tsx'),
        load(),
      ])
      return { default: () => <RecordPage<T> kind={kind} {...record} /> }
    }),
  }
}
