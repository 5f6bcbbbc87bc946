import { fields } from '@callboard/contract/call-fields'
import { Call } from '@callboard/contract/calls'
import { type FieldDeclaration, operatorsOfKind } from '@callboard/contract/field-declaration'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildFacts } from '#web/features/calls/call/call-facts.tsx'
import { buildCallColumns, callColumns } from '#web/features/calls/list/columns.tsx'
import { buildFilterFields, filterFields, operatorsOf } from '@callboard/contract/filter-fields'

const declared: Readonly<Record<string, FieldDeclaration>> = fields
const sections = ['parties', 'outcome', 'routing', 'attribution', 'place', 'quality', 'record'] as const

const nothing = Object.fromEntries(
  Object.entries(Call.shape).map(([name, schema]) => [name, schema.safeParse(null).success ? null : []]),
)
const id = '01990000-0000-7000-8000-000000000001'
const call = Call.parse({
  ...nothing,
  id,
  customerId: id,
  customerName: 'Harbor Dental',
  sourceSystem: 'asterisk',
  externalCallId: 'x',
  direction: 'inbound',
  status: 'missed',
  trackingNumber: '+12125550100',
  startedAt: '2026-03-10T15:00:00.000Z',
  recordingSound: null,
  geoPrecision: 'none',
  attributedBy: 'none',
  endUnknown: false,
  attributes: {},
  legalHold: false,
})
const of = { call: { ...call, callerMood: 'calm' }, timeZone: 'UTC' }

describe('a field that is added to the declaration', () => {
  const table = {
    ...fields,
    callerMood: {
      kind: 'text',
      label: 'Mood',
      meaning: 'How the caller felt.',
      sent: { max: 10 },
      uses: ['list', 'filter', 'group'],
      section: 'outcome',
    },
  } as const

  it('is a column of the call list', () => {
    const column = buildCallColumns(table).find(({ key }) => key === 'callerMood')
    expect(column).toMatchObject({ title: 'Mood', fields: ['callerMood'] })
    expect(render(column?.render(of.call, 'UTC')).container.textContent).toBe('calm')
  })

  it('is a filter', () => {
    const filter = buildFilterFields(table).find(({ name }) => name === 'callerMood')
    expect(filter).toMatchObject({ label: 'Mood', input: { kind: 'text' } })
    expect(filter && operatorsOf(filter)).toContain('contains')
  })

  it('stands in the drawer', () => {
    const facts = buildFacts('outcome', of, table)
    expect(facts.find(({ label }) => label === 'Mood')?.value).toBe('calm')
  })
})

describe('the fields of a call', () => {
  it('have one label in list, filters and drawer', () => {
    for (const {
      title,
      fields: [name = ''],
      key,
    } of callColumns) {
      if (key === 'caller' || key === 'place') continue
      expect([declared[name]?.label, declared[name]?.shortLabel]).toContain(title)
    }
    for (const { name, label } of filterFields) expect(label).toBe(declared[name]?.label)
    const facts = sections.flatMap((section) => buildFacts(section, of).map(({ label }) => label))
    // The caller of an inbound call is what the drawer begins with.
    const { callerNumber: _, ...others } = declared
    const inDrawer = Object.values(others).filter(({ section }) => section !== undefined)
    expect(facts.toSorted()).toEqual(inDrawer.map(({ label }) => label).toSorted())
  })

  it('stand in the drawer without the number that it begins with: of an outbound call whom it was placed to', () => {
    const parties = (direction: Call['direction']) =>
      buildFacts('parties', { ...of, call: { ...of.call, direction } }).map(({ label }) => label)
    expect(parties('inbound').slice(0, 2)).toEqual(['Tracking number', 'Target number'])
    expect(parties('outbound').slice(0, 2)).toEqual(['Caller number', 'Tracking number'])
  })

  it('say that the end of a call is unknown, and not that it is known', () => {
    const saidOf = (endUnknown: boolean) =>
      buildFacts('parties', { ...of, call: { ...of.call, endUnknown } }).find(
        ({ label }) => label === 'End unknown',
      )?.value
    expect(saidOf(false)).toBe(false)
    expect(render(saidOf(true)).container.textContent).toBe('Yes')
  })

  it('are offered with operators that a question about them may have', () => {
    for (const field of filterFields) {
      const allowed: readonly string[] = operatorsOfKind[declared[field.name]?.kind ?? 'text']
      expect(allowed).toEqual(expect.arrayContaining([...operatorsOf(field)]))
    }
  })
})
