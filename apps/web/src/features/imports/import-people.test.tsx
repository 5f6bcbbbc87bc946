import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { doneImport } from '../../../test/import-portal.ts'
import { openPage } from '../../../test/show.tsx'

const uploaded = { ...doneImport, userName: 'inge', fullName: 'Inge Lehmann' }

it('names in the list of imports who started them by full names, and the others by their way', async () => {
  const byFolder = { ...doneImport, id: '01990000-0000-7000-8000-0000000000e2', way: 'folder' as const }
  const items = [uploaded, byFolder]
  answerCalls({ 'POST /api/import/search': { body: { items, total: 2, page: 1, pageSize: 100 } } })
  openPage('/manage/imports')
  expect((await screen.findByText('Inge Lehmann')).title).toBe('inge')
  expect(screen.getByText('folder')).toBeDefined()
})

it('names on the page of an import who started it by the full name', async () => {
  answerCalls({ [`GET /api/import/${uploaded.id}`]: { body: uploaded } })
  openPage(`/manage/imports/${uploaded.id}`)
  const name = await screen.findByText('Inge Lehmann')
  expect(name.title).toBe('inge')
  expect(name.parentElement?.textContent).toBe('Upload, Inge Lehmann')
})
