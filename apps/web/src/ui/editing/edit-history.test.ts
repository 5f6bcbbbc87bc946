import { expect, it } from 'vitest'
import { beginHistory, changed, redone, undone } from '#web/ui/editing/edit-history.ts'

it('goes back and forward step by step', () => {
  const two = changed(changed(beginHistory('a'), 'b'), 'c')
  expect(undone(two).present).toBe('b')
  expect(undone(undone(undone(two))).present).toBe('a')
  expect(redone(undone(two)).present).toBe('c')
  expect(redone(two)).toBe(two)
})

it('undoes what is typed into one field together', () => {
  const typed = changed(changed(changed(beginHistory(''), 'C', 'name'), 'Ca', 'name'), 'Cal', 'name')
  expect(undone(typed).present).toBe('')
  expect(undone(changed(typed, 'x', 'description')).present).toBe('Cal')
})

it('forgets what was undone once something else is changed', () => {
  const other = changed(undone(changed(beginHistory('a'), 'b')), 'c')
  expect(redone(other).present).toBe('c')
})
