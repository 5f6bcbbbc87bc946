import type { Filter } from '@callboard/contract/calls'
import { describe, expect, it } from 'vitest'
import { draftOfField, draftOfFilter, readDraft } from '#web/features/calls/filters/filter-draft.ts'
import { filterFieldOf } from '@callboard/contract/filter-fields'

describe('a filter that is made', () => {
  it.each<Filter>([
    { field: 'status', op: 'eq', values: ['missed'] },
    { field: 'status', op: 'notIn', values: ['missed', 'busy'] },
    { field: 'customer', op: 'in', values: ['a', 'b'] },
    { field: 'campaign', op: 'isNull', values: [] },
    { field: 'agent', op: 'contains', values: ['ada'] },
    { field: 'callerNumber', op: 'eq', values: ['+12125550147'] },
    { field: 'trackingNumber', op: 'startsWith', values: ['+1415'] },
    { field: 'talkDuration', op: 'ge', values: [90] },
    { field: 'duration', op: 'le', values: [3725] },
    { field: 'firstTime', op: 'eq', values: [true] },
    { field: 'missedNotReturned', op: 'eq', values: [false] },
    { field: 'hourOfDay', op: 'eq', values: [9] },
    { field: 'dayOfWeek', op: 'in', values: [6, 7] },
    { field: 'score', op: 'ge', values: [50] },
  ])('comes out of the editor as it went in: %j', (filter) => {
    expect(readDraft(draftOfFilter(filter)).filter).toEqual(filter)
  })

  it('reads times as people write them', () => {
    const read = (text: string) =>
      readDraft({ ...draftOfField(filterFieldOf('talkDuration')), values: [text] })
    expect(read('90').filter?.values).toEqual([90])
    expect(read('1:30').filter?.values).toEqual([90])
    expect(read('1:02:05').filter?.values).toEqual([3725])
    expect(read('a minute').error).toContain('seconds')
  })

  it('writes times so that they are read as the same ones', () => {
    const written = (seconds: number) =>
      draftOfFilter({ field: 'talkDuration', op: 'ge', values: [seconds] }).values
    expect([5, 59, 60, 65, 600, 3605].map((seconds) => written(seconds)[0])).toEqual([
      '5',
      '59',
      '1:00',
      '1:05',
      '10:00',
      '60:05',
    ])
  })

  it('reads numbers as people write them', () => {
    const field = filterFieldOf('callerNumber')
    const read = (text: string) => readDraft({ field, op: 'in', values: [text] })
    expect(read('(212) 555-0147').filter?.values).toEqual(['+12125550147'])
    expect(read('1 212 555 0147').filter?.values).toEqual(['+12125550147'])
    expect(read('+44 20 7946 0958').filter?.values).toEqual(['+442079460958'])
    expect(read('555-0147').error).toContain('555-0147')
    expect(readDraft({ field, op: 'startsWith', values: ['(212)'] }).filter?.values).toEqual(['+1212'])
    expect(readDraft({ field, op: 'contains', values: ['555-01'] }).filter?.values).toEqual(['55501'])
  })

  it('is refused without a value', () => {
    expect(readDraft(draftOfField(filterFieldOf('source'))).error).toBe('Enter a value.')
  })
})
