import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Report } from '@callboard/contract/reports'
import { emptyDraft, type ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'
import { useReportDraft } from '#web/features/report-builder/draft/use-report-draft.ts'

afterEach(() => localStorage.clear())

const place = { userId: 'ada', of: 'report:one' }
const saved = { draft: { ...emptyDraft(), name: 'Calls' }, revision: 4 }
const open = (of = place, base = saved) => renderHook(() => useReportDraft(of, base))

it('keeps unsaved changes of each report and user in the browser, and restores them with a notice', () => {
  const first = open()
  act(() => first.result.current.change({ name: 'Missed calls' }))
  first.unmount()
  expect(open({ ...place, of: 'report:other' }).result.current.isChanged).toBe(false)
  expect(open({ ...place, userId: 'grace' }).result.current.draft.name).toBe('Calls')
  const again = open()
  expect(again.result.current.draft.name).toBe('Missed calls')
  expect(again.result.current.restored?.revision).toBe(4)
  act(() => again.result.current.discard())
  expect(again.result.current.restored).toBe(undefined)
  again.unmount()
  expect(open().result.current.isChanged).toBe(false)
})

it('takes changes of an earlier visit for changes of the revision that they began from', () => {
  const first = open()
  act(() => first.result.current.change({ name: 'Missed calls' }))
  first.unmount()
  const later = open(place, { ...saved, revision: 5 })
  expect(later.result.current.base.revision).toBe(4)
  expect(later.result.current.draft.name).toBe('Missed calls')
})

it('follows what is saved elsewhere as long as nothing is changed here', () => {
  const { result, rerender } = renderHook((base: typeof saved) => useReportDraft(place, base), {
    initialProps: saved,
  })
  rerender({ draft: { ...saved.draft, name: 'Renamed' }, revision: 5 })
  expect(result.current.draft.name).toBe('Renamed')
  act(() => result.current.change({ name: 'Mine' }))
  rerender({ draft: { ...saved.draft, name: 'Theirs' }, revision: 6 })
  expect(result.current.draft.name).toBe('Mine')
  expect(result.current.base.revision).toBe(5)
})

it('keeps what is changed while a save is on its way, and lets undo bring back what a reload replaced', () => {
  const { result } = open()
  act(() => result.current.change({ name: 'Sent' }))
  const sent = result.current.draft
  act(() => result.current.change({ name: 'Typed since' }))
  act(() => result.current.accept(reportOf(sent, 5), sent))
  expect(result.current.draft.name).toBe('Typed since')
  expect(result.current.base.revision).toBe(5)
  act(() => result.current.accept(reportOf({ ...sent, name: 'Theirs' }, 6)))
  expect(result.current.draft.name).toBe('Theirs')
  expect(result.current.isChanged).toBe(false)
  act(() => result.current.undo())
  expect(result.current.draft.name).toBe('Typed since')
})

function reportOf(draft: ReportDraft, revision: number): Report {
  return { ...draft, id: 'one', parameters: [], exportTypes: [], revision }
}

it('ignores a stored draft that it cannot read', () => {
  localStorage.setItem('draft:ada:report:one', '{"draft":{"name":1}}')
  expect(open().result.current.draft.name).toBe('Calls')
})
