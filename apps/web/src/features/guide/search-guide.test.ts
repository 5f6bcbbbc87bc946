import { expect, it } from 'vitest'
import type { Guide, Section } from '#web/features/guide/guide-content.ts'
import { searchGuides } from '#web/features/guide/search-guide.ts'

const section = (id: string, title: string, text: string): Section => ({
  id,
  title,
  blocks: [{ kind: 'paragraph', content: [text] }],
})
const guide: Guide = {
  name: 'user',
  pictures: {},
  sections: [
    section('reports', 'Reports', 'A report counts calls. Exports of it are files.'),
    section('exports', 'Exports', 'Files are kept for a day.'),
    section('tags', 'Tags (new)', 'Calls have tags; the cost is C++ only.'),
  ],
}
const found = (keyword: string) => searchGuides([guide], keyword).map(({ place }) => place)

it('finds the sections that have all words, those whose title has them first', () => {
  expect(found('export')).toEqual(['user#exports', 'user#reports'])
  expect(found('FILES day')).toEqual(['user#exports'])
  expect(found('files nothing')).toEqual([])
})

it('finds words by their beginning, and not in the middle of others', () => {
  expect(found('rep')).toEqual(['user#reports'])
  expect(found('port')).toEqual([])
})

it('takes signs for no words, and finds nothing by them alone', () => {
  expect(found('(tags) *')).toEqual(['user#tags'])
  expect(found('(')).toEqual([])
  expect(found(' ')).toEqual([])
})

it('shows the sentence in which the first word stands', () => {
  expect(searchGuides([guide], 'files')[0]?.excerpt).toBe('Exports of it are files.')
})
