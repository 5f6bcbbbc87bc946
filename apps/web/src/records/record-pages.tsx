import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from '#web/lib/lazy-export.ts'
import type { ListState } from '#web/lib/urls/list-url.ts'
import type { RecordListPage, RecordListPageProps } from '#web/records/lists/RecordListPage.tsx'
import type { RecordPage, RecordPageProps } from '#web/records/RecordPage.tsx'
import type { RecordKind } from '#web/records/record-kind.ts'

/** All that the pages of a record type are made of: its list, and one of its records. */
interface DeclaredPages<T extends { id: string }, S extends ListState> {
  kind: RecordKind<T>
  list: Omit<RecordListPageProps<T, S>, 'kind'>
  record: Omit<RecordPageProps<T>, 'kind'>
}

/** The pages of a record type, whatever its records are, rendered by what all pages have in common. */
export interface RecordPages {
  renderList: (Page: typeof RecordListPage) => ReactNode
  renderRecord: (Page: typeof RecordPage) => ReactNode
}

export function recordPages<T extends { id: string }, S extends ListState>({
  kind,
  list,
  record,
}: DeclaredPages<T, S>): RecordPages {
  return {
    renderList: (Page) => <Page<T, S> kind={kind} {...list} />,
    renderRecord: (Page) => <Page<T> kind={kind} {...record} />,
  }
}

/** The pages of a record type, whose code is loaded when one of them is opened; a list leaves that of the other out. */
export function lazyPages(load: () => Promise<RecordPages>): { list: ComponentType; record: ComponentType } {
  return {
    list: lazyComponent(async () => {
      const [{ RecordListPage }, { renderList }] = await Promise.all([
        import('#web/records/lists/RecordListPage.tsx'),
        load(),
      ])
      return () => renderList(RecordListPage)
    }),
    record: lazyComponent(async () => {
      const [{ RecordPage }, { renderRecord }] = await Promise.all([
        import('#web/records/RecordPage.tsx'),
        load(),
      ])
      return () => renderRecord(RecordPage)
    }),
  }
}
