import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { doneImport } from '../../../test/import-portal.ts'
import { openPage, press } from '../../../test/show.tsx'

const address = `/manage/imports/${doneImport.id}`
const undo = { calls: 3612, annotated: 0, recorded: 0, held: 0, changed: 0, gone: 0 }
const nothing = { items: [], page: 1, pageSize: 1 }

function answer(rejected: number) {
  const item = { ...doneImport, rejected, keptUntil: '2026-12-02T15:04:05.000Z' }
  return answerCalls({
    [`GET /api/import/${item.id}`]: { body: item },
    [`POST /api/import/${item.id}/undo`]: { body: { undo, import: item } },
    'POST /api/quarantine/search': { body: { ...nothing, total: 1387 } },
    'GET /api/quarantine/reasons': { body: { total: 1387, dropped: [], reasons: [], days: [] } },
  })
}

it('says of an import that its rejected rows stay in quarantine, and leads to them', async () => {
  answer(1388)
  const { location } = openPage(address)
  await press('Undo')
  const way = await screen.findByText('quarantine', { selector: 'a' })
  expect(way.parentElement?.textContent).toBe(
    '1,387 rejected rows of this source stay in quarantine, where you can delete them. Calls accepted from there are kept.',
  )
  fireEvent.click(way)
  const { pathname, search } = location()
  expect(pathname).toBe('/manage/quarantine')
  expect(new URLSearchParams(search).get('source')).toBe(doneImport.sourceSystem)
})

it('says nothing of the quarantine where nothing was rejected', async () => {
  const calls = answer(0)
  openPage(address)
  await press('Undo')
  expect(await screen.findByText(/^3,612 calls that only this import brought/)).toBeDefined()
  expect(calls.some(({ path }) => path === '/api/quarantine/search')).toBe(false)
})
