import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { CallMarks } from '#web/features/calls/list/CallMarks.tsx'
import { fitTags } from '#web/features/calls/list/fitting-tags.ts'

const whole = (count: number) => ({ count, cutTo: undefined })

describe('the tags for which there is room', () => {
  it.each([
    ['all that are whole', { availableWidth: 200, before: [50], tags: [60, 60] }, whole(2)],
    ['the last one to the very edge', { availableWidth: 104, before: [], tags: [50, 50] }, whole(2)],
    [
      'fewer, with room for how many more there are',
      { availableWidth: 103, before: [], tags: [50, 50] },
      whole(1),
    ],
    [
      'none beside a lead status, rather than two letters',
      { availableWidth: 110, before: [50], tags: [90] },
      whole(0),
    ],
    [
      'the first one cut, where enough of it is seen',
      { availableWidth: 120, before: [50], tags: [90] },
      { count: 1, cutTo: 66 },
    ],
    [
      'the first one cut, where nothing else is shown',
      { availableWidth: 60, before: [], tags: [90, 20] },
      { count: 1, cutTo: 24 },
    ],
    ['none where there are none', { availableWidth: 60, before: [50], tags: [] }, whole(0)],
  ])('are %s', (_, widths, fitting) => {
    expect(fitTags(widths)).toEqual(fitting)
  })

  it('are followed by how many more there are, whose names a tooltip and a screen reader say', () => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return new DOMRect(0, 0, this.dataset['text'] === undefined ? 150 : 60, 20)
    })
    render(<CallMarks call={{ id: '1', tags: ['call back', 'vip', 'new patient'] }} />)
    const more = screen.getByTitle('vip, new patient')
    expect(more.textContent).toBe('+2vip, new patient')
    expect(more.previousElementSibling?.textContent).toBe('call back')
  })

  it('are counted anew when a lead status or a note takes their room', () => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return new DOMRect(0, 0, this.dataset['text'] === undefined ? 150 : 60, 20)
    })
    const call = { id: '1', tags: ['call back', 'vip'] }
    const { rerender } = render(<CallMarks call={call} />)
    expect(screen.queryByTitle('vip')?.textContent).toBe('vip')
    rerender(<CallMarks call={{ ...call, leadStatus: 'won' }} />)
    expect(screen.getByTitle('call back, vip').textContent).toBe('+2call back, vip')
  })
})
