import { expect, it } from 'vitest'
import { fieldsOf, spreadOut } from '#web/features/quarantine/row-fields.ts'

it('fields in error come first, with what is wrong beside their name; those that are missing are there, too', () => {
  const errors = [
    { field: 'direction', description: 'direction: Invalid option.' },
    { field: 'tags.0', description: 'tags.0: Too short.' },
    { field: null, description: 'The call is its own parent.' },
  ]
  expect(fieldsOf({ raw: '{"a":1,"tags":[""]}', errors })).toEqual([
    { name: 'direction', value: undefined, error: 'Invalid option.' },
    { name: 'tags', value: '[""]', error: 'tags.0: Too short.' },
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
