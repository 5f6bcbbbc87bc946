import { describe, expect, it } from 'vitest'
import { classify, revisionAfter } from './classify.ts'

const version = (revision: number | null, contentHash: string, isOver = true) => ({
  revision,
  contentHash,
  isOver,
})

describe('a call that comes in', () => {
  it.each([
    ['is created when nothing is known', undefined, version(1, 'a'), 'created'],
    ['replaces with a higher revision', version(1, 'a'), version(2, 'b'), 'updated'],
    ['replaces with a higher revision of the same content', version(1, 'a'), version(2, 'a'), 'updated'],
    ['changes nothing with a lower revision', version(2, 'a'), version(1, 'b'), 'unchanged'],
    ['changes nothing with the same revision and content', version(2, 'a'), version(2, 'a'), 'unchanged'],
    ['conflicts with the same revision and other content', version(2, 'a'), version(2, 'b'), 'conflict'],
    ['counts as newer without a revision', version(null, 'a'), version(null, 'b'), 'updated'],
    ['counts as newer without a revision than one with', version(7, 'a'), version(null, 'b'), 'updated'],
    [
      'changes nothing without a revision and with the same content',
      version(7, 'a'),
      version(null, 'a'),
      'unchanged',
    ],
    ['is newer with a revision than one without', version(null, 'a'), version(1, 'b'), 'updated'],
    ['is newer with the revision 0 than one without', version(null, 'a'), version(0, 'a'), 'updated'],
    [
      'changes nothing when it is in progress and its end is known',
      version(null, 'a'),
      version(null, 'b', false),
      'unchanged',
    ],
    ['replaces an end with a higher revision', version(1, 'a'), version(2, 'b', false), 'updated'],
    ['is ended', version(null, 'a', false), version(null, 'b'), 'updated'],
    ['goes on while it is in progress', version(null, 'a', false), version(null, 'b', false), 'updated'],
  ] as const)('%s', (...[, known, incoming, verdict]) => {
    expect(classify(known, incoming)).toBe(verdict)
  })

  it('keeps the known revision when it brings none, so that an older one still changes nothing', () => {
    expect(revisionAfter(version(7, 'a'), version(null, 'b'))).toBe(7)
    expect(revisionAfter(version(7, 'a'), version(8, 'b'))).toBe(8)
    expect(revisionAfter(undefined, version(null, 'b'))).toBeNull()
  })
})
