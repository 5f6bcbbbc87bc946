import { expect, it } from 'vitest'
import { fieldsOf, spreadOut } from '#web/features/quarantine/row-fields.ts'

it('fields in error come first, with what is wrong beside their name; those that are missing are there, too', () => {
  const errors = [
    { field: 'direction', description: 'direction must be one of inbound or outbound.' },
    { field: 'tags.0', description: 'tags must have at least 1 character; it is "".' },
    { field: null, description: 'The call is its own parent.' },
  ]
  expect(fieldsOf({ raw: '{"a":1,"tags":[""]}', errors })).toEqual([
    { name: 'direction', value: undefined, error: 'must be one of inbound or outbound.' },
    { name: 'tags', value: '[""]', error: 'must have at least 1 character; it is "".' },
    { name: 'a', value: '1', error: undefined },
  ])
})

it('what is no object has no fields, and is shown as it is', () => {
  for (const raw of ['a,b', '[1]', 'null', '{']) {
    expect(fieldsOf({ raw, errors: [] })).toBeUndefined()
    expect(spreadOut(raw)).toBe(raw)
  }
  expect(spreadOut('{"a":1}')).toBe('{\n  "a": 1\n}')
})
